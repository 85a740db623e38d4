/*
 * Promela model of the ring buffer in src/ring_buffer.c: one writer, one reader, one observer that reads
 * the number of refused writes, all interleavings.
 *
 *   spin -DCAPACITY=2 -DINDEX_RANGE=4 -search -O2 -safety -noreduce -m1000000 ring_buffer.pml
 *
 * A line with a `C:` comment models that statement of the C code. Each access to a shared variable is
 * one step. Ghost variables only observe, and change within the same step. The test compares the
 * statements with the C code one by one and in order, so neither can change alone. An item has two
 * parts, copied in either order. The 16-bit number of refused writes has two halves, as on an 8-bit
 * processor. Each process may stop between any two steps for any time. Several cores, preemption and
 * interrupts are special cases.
 *
 * Each claim is one bit of CLAIMS:
 *   TORN      a read never returns parts of two items
 *   OVERLAP   writer and reader never access the same place at the same time. So no item is overwritten
 *             while it is read, and the order and number of the bytes that a copy moves do not matter
 *   ORDER     items are read in the order in which they were written, without loss or repetition
 *   FULL      a write is refused if and only if CAPACITY items wait when it compares the indices
 *   EMPTY     a read returns false if and only if no item waits when it compares the indices
 *   COUNT     pl_ring_buffer_count() is at most the number of waiting items if the reader calls it, and
 *             at least this number if the writer calls it
 *   OVERFLOWS the number of refused writes is exact after each write. A context that reads the number
 *             gets a value that was correct at some time during the call. The number saturates
 *
 * The search is exhaustive although writer and reader run for ever. The C code never looks at the
 * contents of items, so the model represents an item by its number in the stream modulo STREAM. At most
 * CAPACITY items wait (FULL), and each place is written again every CAPACITY + 1 items. So all numbers
 * that exist at a time differ by less than 2 * CAPACITY + 3 and remain distinct. Indices are modulo
 * INDEX_RANGE, which replaces the range of pl_index_t and is as small as the capacity allows. The number
 * of refused writes saturates at 3 instead of 65535. So the number of states is finite. Each run of the C
 * code with these ranges, however long, is a run of the model.
 *
 * Assumption: accesses by pl_port_load_index() and pl_port_store_index() are sequentially consistent,
 * and pl_port_lock() excludes every context that calls the runtime. See docs/channels.md.
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

/* Number of values of pl_index_t. The largest capacity is two less, as for PL_RING_CAPACITY_MAX. */
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
byte waiting;             /* items written and not yet read */
byte next_written;        /* number in the stream */
byte next_read;
byte refused_begun;       /* writes that found the buffer full; saturates at UINT16_MAX */
byte refused;             /* refused writes that have returned */
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

/* Resets the local variables after a call, which would otherwise multiply the states. */
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

/* Any context: reads the number of refused writes. */
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
