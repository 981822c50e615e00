cimport cython

cdef int _altered, _no_zone, _shut

@cython.locals(hex=cython.int, bits=cython.int, cells="unsigned short[::1]")
cpdef hindrances(const unsigned short[::1] flags, int barred, int zones, int negates, int in_zone=*)


@cython.final
cdef class Zones:
    cdef readonly int hexes, sides, at_home
    cdef const short[::1] _neighbours, _side_of
    cdef const unsigned char[::1] _reaches, _altered

    cpdef void enter(
        self, int hex, int kind, unsigned short[::1] counts, unsigned short[::1] flags, int bit,
        const unsigned char[::1] sides,
    ) except *

    cpdef void leave(
        self, int hex, int kind, unsigned short[::1] counts, unsigned short[::1] flags, int bit,
        const unsigned char[::1] sides,
    ) except *

    cpdef void move(
        self, int old, int new, int kind, unsigned short[::1] counts, unsigned short[::1] flags, int bit,
        const unsigned char[::1] sides,
    ) except *

    @cython.locals(hex=cython.int, unit=cython.int)
    cpdef void rebuild(
        self, const short[::1] where, const unsigned char[::1] kinds, unsigned short[::1] counts,
        unsigned short[::1] flags, int bit, const unsigned char[::1] sides,
    ) except *

    @cython.locals(hex=cython.int, edge=cython.int, there=cython.int, found=list)
    cpdef list beside(self, hexes, const unsigned short[::1] flags, int bit)

    cdef inline void _check(
        self, int hex, int kind, unsigned short[::1] counts, unsigned short[::1] flags, const unsigned char[::1] sides
    ) except *

    @cython.locals(edge=cython.int, there=cython.int, reaches=cython.int)
    cdef inline void _spread(
        self, int hex, int kind, unsigned short[::1] counts, unsigned short[::1] flags, int bit,
        const unsigned char[::1] sides, int change,
    ) noexcept
