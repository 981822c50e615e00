cimport cython

cdef int _never, _every_way, _every_mode, _round_up


@cython.final
cdef class Prices:
    cdef readonly int kinds, modes, whole, barred, stops, no_end, heeds
    cdef int _met, _toll_modes, _changed_from, _changed_to, _change_cost, _change_barred
    cdef const unsigned char[::1] _change_hexes
    cdef const unsigned char[::1] _ground
    cdef unsigned short[::1] _leaving, _tolls
    cdef unsigned int[::1] _table

    cpdef int step(self, int spent, int mode, int kind, int here, int there, int side) noexcept

    cpdef int change(self, int spent, int mode, int hex, int here) noexcept

    @cython.locals(entry=cython.int, column=cython.int, extra=cython.int)
    cdef inline int _after(self, int spent, int mode, int kind, int here, int there, int side) noexcept


@cython.final
cdef class Reach:
    cdef readonly int hexes, sides, modes, count, ends
    cdef readonly long long runs
    cdef int _start, _no_end
    cdef const short[::1] _neighbours, _side_of
    cdef unsigned short[::1] _spent
    cdef unsigned char[::1] _listed
    cdef int[::1] _parent, _order, _best, _end, _waiting, _next, _head
    cdef const unsigned short[::1] _flags
    cdef const unsigned char[::1] _crossed
    cdef object _flags_of, _crossed_of

    @cython.locals(
        modes=cython.int, met="const unsigned short[::1]", crossed="const unsigned char[::1]",
        ground="const unsigned char[::1]", neighbours="const short[::1]", side_of="const short[::1]",
        paid="unsigned short[::1]", parent="int[::1]", order="int[::1]", best="int[::1]", waiting="int[::1]",
        next_waiting="int[::1]", head="int[::1]", stops=cython.int, no_end=cython.int, heeds=cython.int,
        origin=cython.int, entries=cython.int, count=cython.int, ends=cython.int, now=cython.int, entry=cython.int,
        state=cython.int, hex=cython.int, here=cython.int, ways=cython.int, edge=cython.int, kind=cython.int,
        there=cython.int, after=cython.int, total=cython.int, target=cython.int, changed_from=cython.int,
    )
    cpdef int run(
        self, Prices prices, flags, sides, int start, int budget, int spent=*, int mode=*, int first=*,
        bint guaranteed=*,
    ) except -1

    @cython.locals(
        met="const unsigned short[::1]", crossed="const unsigned char[::1]", ground="const unsigned char[::1]",
        neighbours="const short[::1]", side_of="const short[::1]", here=cython.int, there=cython.int,
        edge=cython.int, last=cython.int, after=cython.int, total=cython.int, stopped=cython.bint, found=list,
    )
    cpdef list walk(
        self, Prices prices, flags, sides, int start, path, int budget, int spent=*, int mode=*, int first=*,
        bint guaranteed=*,
    )

    cpdef int cost_of(self, int hex, int mode=*, int among=*)

    @cython.locals(hex=cython.int, best="int[::1]", paid="unsigned short[::1]", cells="int[::1]")
    cpdef costs(self, int unreached=*)
    cpdef int best_mode(self, int hex)

    @cython.locals(state=cython.int)
    cpdef list path_to(self, int hex, int mode=*, int among=*)

    @cython.locals(
        number=cython.int, hex=cython.int, end="int[::1]", best="int[::1]", paid="unsigned short[::1]", found=list
    )
    cpdef list destinations(self)

    @cython.locals(
        number=cython.int, hex=cython.int, end="int[::1]", listed="unsigned char[::1]", found=list, other="Reach"
    )
    cpdef list destination_hexes(self, int plus=*, others=*)

    @cython.locals(
        number=cython.int, state=cython.int, modes=cython.int, order="int[::1]", paid="unsigned short[::1]", found=list
    )
    cpdef list reached(self)

    @cython.locals(
        number=cython.int, state=cython.int, hex=cython.int, modes=cython.int, no_end=cython.int, order="int[::1]",
        listed="unsigned char[::1]", met="const unsigned short[::1]", found=list,
    )
    cpdef list arrivals(self, int among, int plus=*)

    @cython.locals(hex=cython.int, best="int[::1]", paid="unsigned short[::1]", found=list)
    cpdef list reached_of(self, hexes)

    cdef void _take(self, flags, sides) except *

    @cython.locals(state=cython.int, number=cython.int, best=cython.int)
    cdef int _state(self, int hex, int mode, int among) noexcept

    @cython.locals(
        number=cython.int, state=cython.int, modes=cython.int, order="int[::1]", best="int[::1]",
        paid="unsigned short[::1]",
    )
    cdef void _forget(self) noexcept
