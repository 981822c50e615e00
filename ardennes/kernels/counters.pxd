cimport cython

from ardennes.kernels.zones cimport Zones

cdef int _no_zone, _zones

@cython.locals(hex=cython.int, unit=cython.int)
cpdef void stack(const short[::1] where, short[::1] top, short[::1] below) except *


@cython.final
cdef class Stacks:
    cdef short[::1] _where, _top, _below

    @cython.locals(where="short[::1]", top="short[::1]", below="short[::1]", old=cython.int, above=cython.int)
    cpdef int put(self, int unit, int place) except? -1

    @cython.locals(
        top="short[::1]", below="short[::1]", found=list, hex=cython.int, unit=cython.int, left=cython.int
    )
    cpdef list with_at_least(self, int count)


@cython.final
cdef class Signs:
    cdef const unsigned short[::1] _bits_0, _bits_1, _fixed_0, _fixed_1


@cython.final
cdef class Books:
    cdef Stacks _stacks
    cdef Signs _signs
    cdef Zones _zones
    cdef unsigned short[::1] _flags_0, _flags_1, _counts_0, _counts_1
    cdef const unsigned char[::1] _sides
    cdef int _bit

    @cython.locals(old=cython.int, signs="Signs")
    cpdef int put(self, int unit, int place, int side, int kind) except? -1

    @cython.locals(first=cython.int, second=cython.int, unit=cython.int, stacks="Stacks", signs="Signs")
    cpdef void mark_hex(self, int hex) except *


@cython.locals(hex=cython.int, unit=cython.int)
cpdef void mark(const short[::1] where, const unsigned short[::1] bits, unsigned short[::1] flags) except *

@cython.locals(place=cython.int, found=list)
cpdef list having(units, const signed char[::1] cells, int bits)

@cython.locals(place=cython.int, found=list)
cpdef list not_having(units, const signed char[::1] cells, int bits)

@cython.locals(unit=cython.int, found=cython.int)
cpdef bint anyone_has(const signed char[::1] cells, int bits) except? -1

@cython.locals(found=list, thing=cython.int)
cpdef list coded(int verb, things)

@cython.locals(place=cython.int, found=list)
cpdef list lacking(units, const signed char[::1] cells)

@cython.locals(place=cython.int, found=list)
cpdef list other_than(units, const signed char[::1] cells, int value)

@cython.locals(place=cython.int, found=list)
cpdef list equal_to(units, const short[::1] cells, int value)

@cython.locals(place=cython.int, found=list)
cpdef list clear_of(units, const short[::1] cells, int bits)

@cython.locals(pair=cython.int, small="signed char[::1]", large="short[::1]")
cpdef void hand_over(narrow, wide, const short[::1] units, const short[::1] others) except *

@cython.locals(number=cython.int, place=cython.int, small="signed char[::1]", large="short[::1]")
cpdef void set_back(
    narrow, const signed char[::1] narrow_starts, wide, const short[::1] wide_starts, const short[::1] units
) except *

@cython.locals(place=cython.int)
cdef void _check(const short[::1] units, Py_ssize_t count) except *
