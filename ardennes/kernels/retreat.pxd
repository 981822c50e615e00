cimport cython

cdef int _never, _altered, _closed
cdef long long _none


@cython.final
cdef class Ranks:
    cdef readonly int worst
    cdef const unsigned char[::1] _ground, _table


@cython.final
cdef class Retreat:
    cdef readonly int hexes, sides
    cdef readonly list first_steps, paths
    cdef const short[::1] _neighbours, _side_of
    cdef unsigned char[::1] _visited, _near
    cdef short[::1] _trail
    cdef const unsigned short[::1] _flags
    cdef const unsigned char[::1] _passes, _ground, _table
    cdef int _least, _most, _no_end, _keep
    cdef bint _stepwise
    cdef long long _best, _branch

    @cython.locals(hex=cython.int)
    cpdef bint run(
        self, walked, Ranks ranks, const unsigned short[::1] flags, const unsigned char[::1] sides, int least,
        int most=*, int no_end=*, int away=*, bint step_by_step=*, int keep=*,
    ) except? False

    @cython.locals(edge=cython.int, score=cython.longlong)
    cdef void _look(self, int here) except *

    @cython.locals(there=cython.int, side=cython.int, row=cython.int, rank=cython.int, digit=cython.longlong)
    cdef long long _enter(self, int edge, int depth, long long score) noexcept

    cdef bint _may_end(self, int hex, int depth) noexcept

    @cython.locals(edge=cython.int, after=cython.longlong)
    cdef void _search(self, int hex, int depth, long long score) noexcept

    @cython.locals(edge=cython.int, after=cython.longlong, number=cython.int)
    cdef void _collect(self, int hex, int depth, long long score) except *
