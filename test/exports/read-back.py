"""Reads an exported trace with packages that are not Polyloop's, and prints what they found as JSON.

read-back.py perfetto FILE    the package `perfetto`: its schema of Perfetto's traces
read-back.py vcd FILE         the package `vcdvcd`
"""
import json
import sys


def perfetto(path):
    from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as schema

    with open(path, "rb") as file:
        trace = schema.Trace.FromString(file.read())
    names, keys, tracks, events = {}, {}, {}, []
    for packet in trace.packet:
        if unknown_fields(packet):
            raise SystemExit(f"a field that the schema does not have: {packet}")
        for name in packet.interned_data.event_names:
            names[name.iid] = name.name
        for name in packet.interned_data.debug_annotation_names:
            keys[name.iid] = name.name
        if packet.HasField("track_descriptor"):
            track = packet.track_descriptor
            kind = next(kind for kind in ("process", "thread", "counter", "name") if track.HasField(kind))
            name = {
                "process": track.process.process_name,
                "thread": track.thread.thread_name,
            }.get(kind, track.name)
            if track.HasField("parent_uuid") and track.parent_uuid not in tracks:
                raise SystemExit(f"track {name} comes before its parent")
            tracks[track.uuid] = [kind, name]
        if packet.HasField("track_event"):
            event = packet.track_event
            value = event.counter_value if event.HasField("counter_value") else event.double_counter_value
            notes = {}
            for note in event.debug_annotations:
                notes[keys[note.name_iid]] = getattr(note, note.WhichOneof("value"))
            events.append(
                {
                    "at": packet.timestamp,
                    "track": tracks[event.track_uuid],
                    "type": schema.TrackEvent.Type.Name(event.type),
                    "name": names[event.name_iid] if event.name_iid else "",
                    "value": value,
                    "notes": notes,
                    "flows": list(event.flow_ids),
                    "ends": list(event.terminating_flow_ids),
                }
            )
    return {"tracks": list(tracks.values()), "events": events}


def unknown_fields(message):
    from google.protobuf import unknown_fields as unknown

    if len(unknown.UnknownFieldSet(message)) > 0:
        return True
    for field, value in message.ListFields():
        if field.type == field.TYPE_MESSAGE:
            parts = value if hasattr(value, "__len__") else [value]
            if any(unknown_fields(part) for part in parts):
                return True
    return False


def vcd(path):
    from vcdvcd import VCDVCD

    trace = VCDVCD(path)
    return {
        "timescale": str(trace.timescale["timescale"]),
        "signals": {name: trace[name].tv for name in trace.signals},
    }


print(json.dumps({"perfetto": perfetto, "vcd": vcd}[sys.argv[1]](sys.argv[2])))
