cimport cython

cdef int _altered, _closed, _unreached


@cython.final
cdef class Flood:
    cdef readonly int hexes, sides, count
    cdef const short[::1] _neighbours, _side_of
    cdef const unsigned char[::1] _links, _when_altered, _ever
    cdef unsigned short[::1] _distance, _beyond
    cdef int[::1] _edge
    cdef unsigned char[::1] _link
    cdef short[::1] _order
    cdef const unsigned short[::1] _flags
    cdef const unsigned char[::1] _crossed
    cdef object _flags_of, _crossed_of

    @cython.locals(source=cython.int)
    cpdef int run(
        self, sources, int wanted, flags, sides, int barred=*, int halts=*, int limit=*,
    ) except -1

    @cython.locals(number=cython.int)
    cpdef int spread(
        self, int wanted, flags, sides, int barred=*, int halts=*, int limit=*,
    ) except -1

    cpdef int distance_of(self, int hex)
    cpdef int beyond_of(self, int hex)
    cpdef list line_from(self, int hex)

    @cython.locals(
        met="const unsigned short[::1]", crossed="const unsigned char[::1]", bits=cython.int, edge=cython.int,
        side=cython.int, wanted=cython.int,
    )
    cpdef bint line_stands(self, int hex, flags, sides, int barred, int held, int freed) except -1

    @cython.locals(number=cython.int, order="short[::1]", found=list)
    cpdef list reached(self)

    @cython.locals(number=cython.int, cells="int[::1]", order="short[::1]")
    cpdef distances(self)

    @cython.locals(number=cython.int, cells="int[::1]", order="short[::1]")
    cpdef beyonds(self)

    @cython.locals(number=cython.int, hex=cython.int)
    cpdef void mark(self, unsigned char[::1] marks, int bit) except *

    cdef void _take(self, flags, sides) except *

    @cython.locals(
        flags="const unsigned short[::1]", sides="const unsigned char[::1]", neighbours="const short[::1]",
        side_of="const short[::1]", links="const unsigned char[::1]", when_altered="const unsigned char[::1]",
        ever="const unsigned char[::1]", distance="unsigned short[::1]", beyond="unsigned short[::1]", edges="int[::1]",
        link="unsigned char[::1]", order="short[::1]", count=cython.int, number=cython.int, hex=cython.int,
        edge=cython.int, there=cython.int, side=cython.int, far=cython.int, off=cython.int,
    )
    cdef void _flow(self, int wanted, int barred, int halts, int limit) noexcept

    @cython.locals(number=cython.int)
    cdef void _forget(self) noexcept
