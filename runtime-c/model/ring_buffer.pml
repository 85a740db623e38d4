/*
 * The ring buffer of src/ring_buffer.c as a Promela model: one writer, one reader, somebody who reads the number of refused
 * writes, every interleaving.
 *
 *   spin -DCAPACITY=2 -DINDEX_RANGE=4 -search -O2 -safety -noreduce -m1000000 ring_buffer.pml
 *
 * What is modelled. A line with a `C:` comment stands for that statement of the C, one step of the model for each access
 * to a variable that both sides see; ghost variables, which only watch, change within the same step. The test compares
 * the statements with the C, one by one and in order, so that neither can change alone. An item has two parts, copied in
 * either order; the 16-bit number of refused writes has two halves, as on an 8-bit processor. Everyone may stop between
 * any two steps for as long as they like: several cores, preemption and interrupts are special cases of that.
 *
 * Claims, each one bit of CLAIMS:
 *   TORN      a read never returns parts of two items
 *   OVERLAP   writer and reader never copy from and to one place at the same time: nothing is overwritten while it is
 *             read, and the order in which a copy touches the bytes, and their number, cannot matter
 *   ORDER     items are read in the order of their writing, none lost, none twice
 *   FULL      a write is refused if and only if CAPACITY items wait at the moment when it looks
 *   EMPTY     a read returns false if and only if no item waits at the moment when it looks
 *   COUNT     pl_ring_buffer_count() is at most what waits when the reader asks, at least that when the writer asks
 *   OVERFLOWS the number of refused writes is exact after each write, and whoever reads it gets a value that it had
 *             during the call; it stays at its maximum
 *
 * Why the search is exhaustive although writer and reader go on for ever. The C moves items and never looks at them, so
 * an item is represented by its number in the stream modulo STREAM. At most CAPACITY items wait (by FULL) and each
 * place is filled again every CAPACITY + 1 items, so that all the numbers that are anywhere at one time lie within
 * 2 * CAPACITY + 2 of each other and remain distinct. Indices are modulo INDEX_RANGE, which stands for the range of pl_index_t
 * and is as small as the capacity allows; the number of refused writes stays at 3 in place of 65535. So there are
 * finitely many states, and each run of the C, however long, is a run of the model with these ranges.
 *
 * Assumption: the accesses by pl_port_load_index() and pl_port_store_index() are sequentially consistent, and
 * pl_port_lock() excludes every context that calls the runtime. See docs/channels.md.
 */
#define TORN 1
#define OVERLAP 2
#define ORDER 4
#define FULL 8
#define EMPTY 16
#define COUNT 32
#define OVERFLOWS 64

#ifndef CLAIMS
#define CLAIMS (TORN | OVERLAP | ORDER | FULL | EMPTY | COUNT | OVERFLOWS)
#endif

#define CLAIM(name, condition) assert(!(CLAIMS & name) || (condition))

#ifndef CAPACITY
#define CAPACITY 2
#endif

/* Values of pl_index_t; the largest capacity is two less, as PL_RING_CAPACITY_MAX is. */
#ifndef INDEX_RANGE
#define INDEX_RANGE (CAPACITY + 2)
#endif

#define SIZE (CAPACITY + 1)
#define STREAM (2 * CAPACITY + 3)
#define NOWHERE SIZE
#define UINT16_MAX 3

typedef halves_of_16_bits {
    bit low;
    bit high
};

typedef ring_buffer {
    byte items[2 * SIZE] = STREAM; /* number in the stream of each part; STREAM: never written */
    byte head;
    byte tail;
    halves_of_16_bits overflows
};

ring_buffer channel;
bit locked;

/* Ghosts. */
byte waiting;             /* items written and not taken */
byte next_written;        /* number in the stream */
byte next_read;
byte refused_begun;       /* writes found full; stays at UINT16_MAX */
byte refused;             /* of these, those that have returned */
byte got[2];              /* parts read so far */
byte copying_in = NOWHERE;
byte copying_out = NOWHERE;

/* C function: following */
/* C: pl_index_t next = (pl_index_t)(at + 1U); */
#define advanced(at) (((at) + 1) % INDEX_RANGE)
/* C: return next == channel->size ? 0 : next; */
#define following(at) (advanced(at) == SIZE -> 0 : advanced(at))

/* C function: item_at */
/* C: return channel->items + (size_t)at * channel->item_bytes; */
#define item_at(at) (at)

inline lock()
{
    atomic {
        locked == 0;
        locked = 1
    }
}

inline unlock()
{
    locked = 0
}

inline part_in(to, part)
{
    channel.items[2 * (to) + part] = next_written
}

inline part_out(from, part)
{
    got[part] = channel.items[2 * (from) + part]
}

inline copy_in(to)
{
    d_step {
        copying_in = to;
        CLAIM(OVERLAP, copying_in != copying_out)
    }
    if
    :: part_in(to, 0); part_in(to, 1)
    :: part_in(to, 1); part_in(to, 0)
    fi
    copying_in = NOWHERE
}

inline copy_out(from)
{
    d_step {
        copying_out = from;
        CLAIM(OVERLAP, copying_in != copying_out)
    }
    if
    :: part_out(from, 0); part_out(from, 1)
    :: part_out(from, 1); part_out(from, 0)
    fi
    copying_out = NOWHERE
}

/* A 16-bit variable on a processor that moves 8 bits at a time. */
inline load_halves(value, halves)
{
    value = halves.low;
    value = value + 2 * halves.high
}

inline store_halves(halves, value)
{
    halves.low = (value) % 2;
    halves.high = (value) / 2
}

inline saturating_increment(value)
{
    value = (value == UINT16_MAX -> UINT16_MAX : value + 1)
}

/* What a writer or a reader forgets between two calls. */
inline forget()
{
    head = 0;
    tail = 0;
    next = 0;
    overflows = 0;
    result = 0
}

inline count_refused()
{
    /* C function: count_refused */
    lock();                                     /* C: pl_irq_t state = pl_port_lock(); */
    load_halves(overflows, channel.overflows);  /* C: uint16_t overflows = channel->overflows; */
    if
    :: overflows != UINT16_MAX ->               /* C: if (overflows != UINT16_MAX) { */
        store_halves(channel.overflows, overflows + 1) /* C: channel->overflows = (uint16_t)(overflows + 1U); */
    :: else
    fi;
    unlock()                                    /* C: pl_port_unlock(state); */
}

inline write()
{
    /* C function: pl_ring_buffer_write */
    head = channel.head;                        /* C: pl_index_t head = channel->head; */
    next = following(head);                     /* C: pl_index_t next = following(channel, head); */
    if
    :: atomic {
            next == channel.tail ->             /* C: if (next == pl_port_load_index(&channel->tail)) { */
            CLAIM(FULL, waiting == CAPACITY);
            saturating_increment(refused_begun)
        };
        count_refused();                        /* C: count_refused(channel); */
        /* C: pl_trace_now(PL_EVENT_CHANNEL_OVERFLOW, channel->id); */
        result = false;                         /* C: return false; */
    :: atomic {
            next != channel.tail ->
            CLAIM(FULL, waiting < CAPACITY)
        };
        copy_in(item_at(head));                 /* C: memcpy(item_at(channel, head), item, channel->item_bytes); */
        d_step {
            channel.head = next;                /* C: pl_port_store_index(&channel->head, next); */
            next_written = (next_written + 1) % STREAM;
            waiting++
        };
        /* C: pl_trace_now(PL_EVENT_CHANNEL_WRITE, channel->id); */
        result = true                           /* C: return true; */
    fi;
    d_step {
        if
        :: !result -> saturating_increment(refused)
        :: else
        fi;
        CLAIM(OVERFLOWS, channel.overflows.low + 2 * channel.overflows.high == refused);
        forget()
    }
}

inline read()
{
    /* C function: pl_ring_buffer_read */
    tail = channel.tail;                        /* C: pl_index_t tail = channel->tail; */
    if
    :: atomic {
            tail == channel.head ->             /* C: if (tail == pl_port_load_index(&channel->head)) { */
            CLAIM(EMPTY, waiting == 0)
        };
        result = false                          /* C: return false; */
    :: atomic {
            tail != channel.head ->
            CLAIM(EMPTY, waiting > 0)
        };
        copy_out(item_at(tail));                /* C: memcpy(item, item_at(channel, tail), channel->item_bytes); */
        d_step {
            channel.tail = following(tail);     /* C: pl_port_store_index(&channel->tail, following(channel, tail)); */
            waiting--
        };
        /* C: pl_trace_now(PL_EVENT_CHANNEL_READ, channel->id); */
        result = true                           /* C: return true; */
    fi;
    d_step {
        if
        :: result ->
            CLAIM(TORN, got[0] == got[1]);
            CLAIM(ORDER, got[0] == next_read && got[1] == next_read);
            next_read = (next_read + 1) % STREAM
        :: else
        fi;
        got[0] = 0;
        got[1] = 0;
        forget()
    }
}

inline count()
{
    /* C function: pl_ring_buffer_count */
    head = channel.head;                        /* C: pl_index_t head = pl_port_load_index(&channel->head); */
    tail = channel.tail;                        /* C: pl_index_t tail = pl_port_load_index(&channel->tail); */
    result = (head >= tail -> head - tail : SIZE - tail + head) % INDEX_RANGE /* C: return (pl_index_t)(head >= tail ?
        head - tail : channel->size - tail + head); */
}

active proctype writer()
{
    byte head, tail, next, overflows, result;

    do
    :: write()
    :: count();
        d_step {
            CLAIM(COUNT, result >= waiting && result <= CAPACITY);
            forget()
        }
    od
}

active proctype reader()
{
    byte head, tail, next, overflows, result;

    do
    :: read()
    :: count();
        d_step {
            CLAIM(COUNT, result <= waiting);
            forget()
        }
    od
}

/* Any context: asks for the number of refused writes. */
active proctype observer()
{
    byte overflows, result, at_least;

    do
    ::
        at_least = refused;
        /* C function: pl_ring_buffer_overflows */
        lock();                                     /* C: pl_irq_t state = pl_port_lock(); */
        load_halves(overflows, channel.overflows);  /* C: uint16_t overflows = channel->overflows; */
        unlock();                                   /* C: pl_port_unlock(state); */
        result = overflows;                         /* C: return overflows; */
        d_step {
            CLAIM(OVERFLOWS, result >= at_least && result <= refused_begun);
            overflows = 0;
            result = 0;
            at_least = 0
        }
    od
}
