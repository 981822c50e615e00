/* The two most used kernels once more, as one would write them in C: what they do is said in ardennes/kernels. Compiled
   by the benchmark, which measures the kernels beside it. */

#include <stdlib.h>

enum { NEVER = 0xFFFF, ROUND_UP = 0x1000000, CLOSED = 1, ALTERED = 16, HELPED = 32, COLUMNS_OF_HEX = 15 };

typedef struct {
    int hexes, modes, whole, barred, stops, no_end, heeds;
    const short *neighbours, *side_of;
    const unsigned char *ground, *sides;
    const unsigned short *flags;
    const unsigned int *table; /* by mode, column and kind: cost, mode after, whether to round up first */
} Map;

typedef struct {
    unsigned short *paid, *beyond;
    unsigned char *link;
    int *parent, *order, *best, *end, *waiting, *next, *head;
    int count, ends;
} Search;

static int reach(const Map *map, Search *found, int start, int budget)
{
    int modes = map->modes, entries = 1, count = 0, ends = 0;
    for (int number = 0; number < found->count; number++) {
        found->paid[found->order[number]] = NEVER;
        found->best[found->order[number] / modes] = -1;
    }
    int origin = start * modes;
    found->paid[origin] = 0;
    found->parent[origin] = -1;
    found->waiting[0] = origin;
    found->next[0] = -1;
    found->head[0] = 0;
    for (int now = 0; now <= budget;) {
        int entry = found->head[now];
        if (entry < 0) {
            now++;
            continue;
        }
        found->head[now] = found->next[entry];
        int state = found->waiting[entry];
        if (found->paid[state] != now)
            continue;
        found->order[count++] = state;
        int hex = state / modes, mode = state - hex * modes, here = map->flags[hex] & map->heeds;
        if (found->best[hex] < 0) {
            found->best[hex] = state;
            if (hex != start && !(here & map->no_end))
                found->end[ends++] = hex;
        }
        if (state != origin && here & map->stops)
            continue;
        for (int edge = 6 * hex; edge < 6 * hex + 6; edge++) {
            int there = map->neighbours[edge], kind = map->ground[edge];
            if (there < 0 || kind == 0)
                continue;
            int bits = map->flags[there] & map->heeds, side = map->sides[map->side_of[edge]];
            if (bits & map->barred || side & CLOSED)
                continue;
            int column = (bits & COLUMNS_OF_HEX) | (side & (ALTERED | HELPED));
            unsigned int price = map->table[mode << 14 | column << 8 | kind];
            if ((price & 0xFFFF) == NEVER)
                continue;
            int spent = price & ROUND_UP ? (now + map->whole - 1) / map->whole * map->whole : now;
            int total = spent + (int)(price & 0xFFFF);
            int target = there * modes + (price >> 16 & 255);
            if (total > budget || total >= found->paid[target])
                continue;
            found->paid[target] = total;
            found->parent[target] = state;
            found->waiting[entries] = target;
            found->next[entries] = found->head[total];
            found->head[total] = entries++;
        }
    }
    found->count = count;
    found->ends = ends;
    return count;
}

Search *open_search(const Map *map, int budget)
{
    int hexes = map->hexes, states = hexes * map->modes, size = sizeof(int);
    Search *found = malloc(sizeof(Search));
    *found = (Search){
        malloc(states * size), malloc(hexes * size), malloc(hexes * size), malloc(states * size), malloc(states * size),
        malloc(hexes * size), malloc(hexes * size), malloc((6 * states + 1) * size), malloc((6 * states + 1) * size),
        malloc((budget + 1) * size), 0, 0,
    };
    for (int state = 0; state < states; state++)
        found->paid[state] = NEVER;
    for (int hex = 0; hex < hexes; hex++)
        found->best[hex] = -1;
    for (int now = 0; now <= budget; now++)
        found->head[now] = -1;
    return found;
}

void close_search(Search *found)
{
    free(found->paid), free(found->beyond), free(found->link), free(found->parent), free(found->order), free(found->best);
    free(found->end), free(found->waiting), free(found->next), free(found->head), free(found);
}

/* Searches from every start; returns how many (mode, hex) are found. */
int reach_all(const Map *map, Search *found, const int *starts, int count, int budget)
{
    int total = 0;
    for (int number = 0; number < count; number++)
        total += reach(map, found, starts[number], budget);
    return total;
}

/* Floods along links (other ones where a hexside is altered), then so many hexes off them; returns how many hexes are
   reached. By which hexside and link each was, is known afterwards. */
int flood(const Map *map, Search *found, const unsigned char *links, const unsigned char *altered, int wanted,
          const int *sources, int count, int off)
{
    unsigned short *distance = found->paid, *beyond = found->beyond;
    int *from = found->parent, *order = found->order, reached = 0;
    for (int number = 0; number < found->count; number++)
        distance[order[number]] = NEVER;
    for (int number = 0; number < count; number++)
        if (distance[sources[number]] == NEVER && !(map->flags[sources[number]] & map->barred)) {
            distance[sources[number]] = beyond[sources[number]] = 0;
            from[sources[number]] = -1;
            order[reached++] = sources[number];
        }
    for (int stage = 0; stage < 2; stage++) {
        for (int number = 0; stage && number < reached; number++)
            beyond[order[number]] = 0;
        for (int number = 0; number < reached; number++) {
            int hex = order[number];
            if (stage && beyond[hex] >= off)
                continue;
            for (int edge = 6 * hex; edge < 6 * hex + 6; edge++) {
                int there = map->neighbours[edge];
                if (there < 0 || distance[there] != NEVER || map->flags[there] & map->barred)
                    continue;
                int side = map->side_of[edge];
                const unsigned char *open = map->sides[side] & ALTERED ? altered : links;
                if (map->sides[side] & CLOSED || (!stage && !(open[side] & wanted)))
                    continue;
                distance[there] = distance[hex] + 1;
                beyond[there] = beyond[hex] + 1;
                from[there] = edge;
                found->link[there] = stage ? 0 : wanted;
                order[reached++] = there;
            }
        }
    }
    found->count = reached;
    return reached;
}
