"""Plays task sets in SimSo: a line of JSON in, a line of JSON out.

In:  {"scheduler": name in SCHEDULERS, "cores": m, "until": t, "tasks": [{"period", "cost", "deadline", "offset",
     "priority" (larger is more urgent), "core"}]}
Out: {"done": for each task the times at which its jobs were done, in order; "cpuSeconds": what the play alone took}

Whole numbers: a "millisecond" of SimSo is one cycle here, so that nothing is rounded.
"""

import io
import json
import sys
import time
import types
from contextlib import redirect_stdout

# SimSo imports a module that Python 3.12 dropped, and uses it only for schedulers that are files.
sys.modules.setdefault("imp", types.ModuleType("imp"))

from simso.configuration import Configuration
from simso.core import JobEvent, Model, Scheduler
from simso.core.Scheduler import SchedulerInfo
from simso.utils import PartitionedScheduler


class Partitioned(PartitionedScheduler):
    """Each task on the core that its data names; on each core SimSo's own scheduler `inner`."""

    inner = "simso.schedulers.FP"

    def init(self):
        PartitionedScheduler.init(self, SchedulerInfo(self.inner))

    def packer(self):
        for task in self.task_list:
            self.affect_task_to_processor(task, self.processors[task.data["core"]])
        return True


class NonPreemptive(Scheduler):
    """SimSo has none: whoever is the most urgent when the only core is free runs to its end."""

    def init(self):
        self.ready_list = []

    def on_activate(self, job):
        self.ready_list.append(job)
        job.cpu.resched()

    def on_terminated(self, job):
        job.cpu.resched()

    def urgency(self, job):
        return -job.data["priority"]

    def schedule(self, cpu):
        if cpu.running is not None or not self.ready_list:
            return None
        job = min(self.ready_list, key=self.urgency)
        self.ready_list.remove(job)
        return (job, cpu)


class NonPreemptiveEdf(NonPreemptive):
    def urgency(self, job):
        return (job.absolute_deadline, -job.data["priority"])


def scheduler_named(name):
    own = {
        "partitioned-fp": Partitioned,
        "non-preemptive-fp": NonPreemptive,
        "non-preemptive-edf": NonPreemptiveEdf,
    }
    return own.get(name) or {"fp": "simso.schedulers.FP", "edf": "simso.schedulers.EDF"}[name]


def configure(question):
    configuration = Configuration()
    configuration.cycles_per_ms = 1
    configuration.duration = question["until"]
    configuration.scheduler_info.clas = scheduler_named(question["scheduler"])
    for index, task in enumerate(question["tasks"]):
        configuration.add_task(
            name="T%d" % (index + 1),
            identifier=index + 1,
            period=task["period"],
            activation_date=task["offset"],
            wcet=task["cost"],
            deadline=task["deadline"],
            abort_on_miss=False,
            data={"priority": task["priority"], "core": task["core"]},
        )
    for core in range(question["cores"]):
        configuration.add_processor(name="CPU %d" % (core + 1), identifier=core + 1)
    return configuration


def times_done(task, cost):
    """When each job had received its whole cost.

    SimSo ends a job that is preempted in the very moment in which it is done only when it runs the next time, for no time
    at all. So this counts what it received, and does not ask for the end.
    """
    received, since, done = {}, {}, []
    for now, event in task.monitor:
        if event.event == JobEvent.EXECUTE:
            since[event.job] = now
        elif event.event in (JobEvent.PREEMPTED, JobEvent.TERMINATED) and event.job in since:
            before = received.get(event.job, 0)
            received[event.job] = before + now - since.pop(event.job)
            if before < cost <= received[event.job]:
                done.append(now)
    return done


def answer(question):
    model = Model(configure(question))
    # Its schedulers print while they work.
    before = time.process_time()
    with redirect_stdout(io.StringIO()):
        model.run_model()
    seconds = time.process_time() - before
    costs = [task["cost"] for task in question["tasks"]]
    return {"done": [times_done(task, cost) for task, cost in zip(model.task_list, costs)], "cpuSeconds": seconds}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
