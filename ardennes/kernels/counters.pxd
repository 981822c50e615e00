cimport cython

@cython.locals(hex=cython.int, unit=cython.int)
cpdef void stack(const short[::1] where, short[::1] top, short[::1] below) except *

@cython.locals(hex=cython.int, unit=cython.int)
cpdef void mark(const short[::1] where, const unsigned short[::1] bits, unsigned short[::1] flags) except *

@cython.locals(place=cython.int, found=list)
cpdef list having(units, const signed char[::1] cells, int bits)

@cython.locals(place=cython.int, found=list)
cpdef list lacking(units, const signed char[::1] cells)

@cython.locals(pair=cython.int, small="signed char[::1]", large="short[::1]")
cpdef void hand_over(narrow, wide, const short[::1] units, const short[::1] others) except *

@cython.locals(number=cython.int, place=cython.int, small="signed char[::1]", large="short[::1]")
cpdef void set_back(
    narrow, const signed char[::1] narrow_starts, wide, const short[::1] wide_starts, const short[::1] units
) except *

@cython.locals(place=cython.int)
cdef void _check(const short[::1] units, Py_ssize_t count) except *
