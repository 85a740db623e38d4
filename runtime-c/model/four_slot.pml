/*
 * Promela model of the four-slot channel in include/polyloop/four_slot.h: one writer, one reader, all
 * interleavings.
 *
 *   spin -search -O2 -safety -noreduce -m1000000 four_slot.pml
 *
 * A line with a `C:` comment models that statement of the C code. Each access to a shared variable is
 * one step. Ghost variables only observe, and change within the same step. The test compares the
 * statements with the C code one by one and in order, so neither can change alone. An item has two
 * parts, copied in either order. Writer and reader may stop between any two steps for any time. Two
 * cores, preemption, and an interrupt handler as writer or reader are special cases.
 *
 * Each claim is one bit of CLAIMS:
 *   TORN     a read never returns parts of two items
 *   OVERLAP  writer and reader never access the same slot at the same time. So the order and number of
 *            the bytes that a copy moves do not matter, and the C code has no data race
 *   FRESH    a read returns the newest item that was completely written when the read began, or a newer item
 *   ORDER    a read never returns an older item than the previous read
 *   FIRST    a read returns false only if no write had ended when the read began, and never returns a
 *            slot that has not been written
 *
 * The search is exhaustive although writer and reader run for ever. The C code never looks at the
 * contents of items, and the claims only compare ages. So the model represents an item by its rank in
 * age among the items that still exist: in slots, in an unfinished copy, or in a ghost variable. Before
 * each write the ranks are made gapless, which preserves every comparison. At most RANKS items exist at
 * a time (asserted), so the number of states is finite. Each run of the C code, however long, is a run
 * of the model.
 *
 * Assumption: accesses by pl_port_load() and pl_port_store() are sequentially consistent. See
 * docs/channels.md.
 */
#define TORN 1
#define OVERLAP 2
#define FRESH 4
#define ORDER 8
#define FIRST 16

#ifndef CLAIMS
#define CLAIMS (TORN | OVERLAP | FRESH | ORDER | FIRST)
#endif

#define CLAIM(name, condition) assert(!(CLAIMS & name) || (condition))

/* The correct model needs 7. A broken variant needs more before a claim fails. */
#define RANKS 12

typedef four_slot {
    byte slots[8]; /* rank of each part; 0: never written */
    bit written;
    bit latest;
    bit reading;
    bit index[2]
};

four_slot channel;

/* C function: pl_four_slot_at */
/* C: uint16_t bytes = channel->item_bytes; */
/* C: uint8_t *at = channel->slots; */
/* C: if (pair != 0) { */
/* C: at += (uint16_t)(2U * bytes); */
/* C: if (index != 0) { */
/* C: at += bytes; */
/* C: return at; */
#define slot(pair, index) (2 * (pair) + (index))

#define NOWHERE 4

/* Ghosts: ranks, and the slots that are being copied. */
byte item;                   /* being written */
byte finished;               /* newest item that is completely written */
byte oldest_allowed;         /* `finished` when the read began */
byte returned;               /* by the read before */
byte got[2];                 /* parts read so far */
byte copying_in = NOWHERE;
byte copying_out = NOWHERE;
hidden byte rank, gapless, place;

#define IS_SOMEWHERE(r)                                                                                                \
    (channel.slots[0] == r || channel.slots[1] == r || channel.slots[2] == r || channel.slots[3] == r ||               \
     channel.slots[4] == r || channel.slots[5] == r || channel.slots[6] == r || channel.slots[7] == r ||               \
     got[0] == r || got[1] == r || finished == r || oldest_allowed == r || returned == r)

inline rename(variable)
{
    variable = (variable == rank -> gapless : variable)
}

inline rename_everywhere()
{
    for (place : 0 .. 7) {
        rename(channel.slots[place])
    }
    rename(got[0]);
    rename(got[1]);
    rename(finished);
    rename(oldest_allowed);
    rename(returned)
}

/* Makes the ranks gapless from 1, and gives the new item the next rank. */
inline new_item()
{
    d_step {
        gapless = 0;
        for (rank : 1 .. RANKS) {
            if
            :: IS_SOMEWHERE(rank) ->
                gapless++;
                rename_everywhere()
            :: else
            fi
        }
        item = gapless + 1;
        assert(item <= RANKS);
        gapless = 0;
        rank = 0;
        place = 0
    }
}

inline part_in(to, part)
{
    channel.slots[2 * (to) + part] = item
}

inline part_out(from, part)
{
    got[part] = channel.slots[2 * (from) + part]
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

inline judge_read()
{
    d_step {
        if
        :: result ->
            CLAIM(TORN, got[0] == got[1]);
            CLAIM(FIRST, got[0] != 0 && got[1] != 0);
            CLAIM(FRESH, got[0] >= oldest_allowed);
            CLAIM(ORDER, got[0] >= returned);
            returned = got[0]
        :: else ->
            CLAIM(FIRST, oldest_allowed == 0)
        fi
        got[0] = 0;
        got[1] = 0;
        oldest_allowed = 0;
        result = false;
        pair = 0;
        index = 0
    }
}

active proctype writer()
{
    bit pair, index;

    do
    ::
        new_item();
        /* C function: pl_four_slot_write */
        pair = channel.reading ^ 1;             /* C: uint8_t pair = pl_port_load(&channel->state->reading) ^ 1U; */
        index = channel.index[pair] ^ 1;        /* C: uint8_t index = pl_port_load(&channel->state->index[pair]) ^ 1U; */
        copy_in(slot(pair, index));             /* C: memcpy(pl_four_slot_at(channel, pair, index), item, channel->item_bytes); */
        channel.index[pair] = index;            /* C: pl_port_store(&channel->state->index[pair], index); */
        channel.latest = pair;                  /* C: pl_port_store(&channel->state->latest, pair); */
        d_step {
            channel.written = 1;                /* C: pl_port_store(&channel->state->written, 1); */
            finished = item;
            item = 0;
            pair = 0;
            index = 0
        }
        /* C: pl_trace_now(PL_EVENT_CHANNEL_WRITE, channel->id); */
    od
}

active proctype reader()
{
    bit pair, index;
    bool result;

    do
    ::
        /* C function: pl_four_slot_read */
        atomic {
            oldest_allowed = finished;
            if
            :: channel.written == 0 ->          /* C: if (pl_port_load(&channel->state->written) == 0) { */
                result = false;                 /* C: return false; */
                goto over
            :: else
            fi
        }
        pair = channel.latest;                  /* C: uint8_t pair = pl_port_load(&channel->state->latest); */
        channel.reading = pair;                 /* C: pl_port_store(&channel->state->reading, pair); */
        index = channel.index[pair];            /* C: uint8_t index = pl_port_load(&channel->state->index[pair]); */
        copy_out(slot(pair, index));            /* C: memcpy(item, pl_four_slot_at(channel, pair, index), channel->item_bytes); */
        /* C: pl_trace_now(PL_EVENT_CHANNEL_READ, channel->id); */
        result = true;                          /* C: return true; */
over:
        judge_read()
    od
}
