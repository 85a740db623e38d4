//! Bounds of the crate `response-time-analysis` for task sets read as lines of JSON, one answer a line.
//!
//! All times are whole numbers of one unit, which is also the unit of non-preemptive blocking. Responses and deadlines
//! count from the arrival, as everywhere in Polyloop; the crate counts from the release. How one becomes the other:
//!
//! - Fixed priorities: `R = J + R'`, where R' is the bound of the same task without a jitter of its own. Whatever follows
//!   the busy window of R' is no later: demand is subadditive, so `w(p + q + 1) <= w(p) + w(q)`.
//! - EDF: a job that arrives at `a >= -J` is due at `a + D`. With `A = a + J` it is one of a task without jitter that is due
//!   at `A + (D - J)`. Deadlines are only ever compared, so all of them are raised by the largest jitter to keep them positive.
//! - FIFO is by release, and its bound is one for all tasks; it is asked without jitter.

use std::io::{self, BufRead, Write};

use response_time_analysis::arrival::Sporadic;
use response_time_analysis::demand::{Aggregate, RBF};
use response_time_analysis::fixed_point::SearchResult;
use response_time_analysis::supply::{self, SupplyBound};
use response_time_analysis::time::{Duration, Service};
use response_time_analysis::{edf, fifo, fixed_priority, wcet};
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum Policy {
    FixedPriority,
    FixedPriorityNonPreemptive,
    Edf,
    EdfNonPreemptive,
    Fifo,
    /// Each task alone on a periodic resource (budget, period): the time in which it surely gets its cost.
    PeriodicSupply,
}

#[derive(Deserialize, Clone, Copy)]
struct Task {
    period: u64,
    cost: u64,
    #[serde(default)]
    deadline: u64,
    #[serde(default)]
    jitter: u64,
    /// 0 is the most urgent; equals are served first come, first served.
    #[serde(default)]
    priority: u64,
    #[serde(default)]
    budget: u64,
}

#[derive(Deserialize)]
struct Question {
    policy: Policy,
    /// A busy window that is longer counts as endless.
    limit: u64,
    tasks: Vec<Task>,
}

#[derive(Serialize)]
struct Answer {
    /// By task; null: none below the limit.
    bounds: Vec<Option<u64>>,
}

type Rbf = RBF<Sporadic, wcet::Scalar>;

impl Task {
    fn arrivals(&self) -> Sporadic {
        Sporadic::new(Duration::from(self.period), Duration::from(self.jitter))
    }

    fn cost(&self) -> wcet::Scalar {
        wcet::Scalar::new(Service::from(self.cost))
    }

    fn rbf(&self) -> Rbf {
        RBF::new(self.arrivals(), self.cost())
    }

    fn without_jitter(self) -> Task {
        Task { jitter: 0, ..self }
    }
}

fn value(bound: SearchResult) -> Option<u64> {
    bound.ok().map(u64::from)
}

fn others(tasks: &[Task], index: usize) -> impl Iterator<Item = &Task> + '_ {
    tasks
        .iter()
        .enumerate()
        .filter(move |(other, _)| *other != index)
        .map(|(_, task)| task)
}

fn fixed_priority(tasks: &[Task], index: usize, limit: Duration) -> Option<u64> {
    let own = tasks[index].without_jitter();
    let above: Vec<Rbf> = others(tasks, index)
        .filter(|task| task.priority <= own.priority)
        .map(Task::rbf)
        .collect();
    value(fixed_priority::fully_preemptive::dedicated_uniproc_rta(
        &own.rbf(),
        &above,
        limit,
    ))
}

fn fixed_priority_non_preemptive(tasks: &[Task], index: usize, limit: Duration) -> Option<u64> {
    let own = tasks[index].without_jitter();
    let above: Vec<Rbf> = others(tasks, index)
        .filter(|task| task.priority <= own.priority)
        .map(Task::rbf)
        .collect();
    let longest = others(tasks, index)
        .filter(|task| task.priority > own.priority)
        .map(|task| task.cost - 1)
        .max();
    let under_analysis = fixed_priority::fully_nonpreemptive::TaskUnderAnalysis {
        wcet: own.cost(),
        arrivals: &own.arrivals(),
        blocking_bound: Service::from(longest.unwrap_or(0)),
    };
    value(fixed_priority::fully_nonpreemptive::dedicated_uniproc_rta(
        &under_analysis,
        &above,
        limit,
    ))
}

/// The deadlines that the crate compares: of the task under analysis, and of the other tasks.
fn raised_deadlines(tasks: &[Task], index: usize) -> (Duration, Vec<Duration>) {
    let raise = tasks.iter().map(|task| task.jitter).max().unwrap_or(0);
    let own = Duration::from(raise - tasks[index].jitter + tasks[index].deadline);
    (
        own,
        others(tasks, index)
            .map(|task| Duration::from(task.deadline + raise))
            .collect(),
    )
}

fn edf(tasks: &[Task], index: usize, limit: Duration) -> Option<u64> {
    use edf::fully_preemptive::{dedicated_uniproc_rta, Task as Demand};
    let own = tasks[index].without_jitter().rbf();
    let rivals: Vec<Rbf> = others(tasks, index).map(Task::rbf).collect();
    let (deadline, deadlines) = raised_deadlines(tasks, index);
    let demands: Vec<_> = rivals
        .iter()
        .zip(deadlines)
        .map(|(rbf, deadline)| Demand { rbf, deadline })
        .collect();
    value(dedicated_uniproc_rta(
        &Demand {
            rbf: &own,
            deadline,
        },
        &demands,
        limit,
    ))
}

fn edf_non_preemptive(tasks: &[Task], index: usize, limit: Duration) -> Option<u64> {
    use edf::fully_nonpreemptive::{dedicated_uniproc_rta, Task as Demand};
    let own = tasks[index].without_jitter();
    let curves: Vec<(Sporadic, wcet::Scalar)> = others(tasks, index)
        .map(|task| (task.arrivals(), task.cost()))
        .collect();
    let (deadline, deadlines) = raised_deadlines(tasks, index);
    let demands: Vec<_> = curves
        .iter()
        .zip(deadlines)
        .map(|((arrivals, wcet), deadline)| Demand {
            wcet: *wcet,
            arrivals,
            deadline,
        })
        .collect();
    let under_analysis = Demand {
        wcet: own.cost(),
        arrivals: &own.arrivals(),
        deadline,
    };
    value(dedicated_uniproc_rta(&under_analysis, &demands, limit))
}

fn by_task(tasks: &[Task], bound: impl Fn(usize) -> Option<u64>) -> Vec<Option<u64>> {
    (0..tasks.len())
        .map(|index| bound(index).map(|from_release| from_release + tasks[index].jitter))
        .collect()
}

fn answer(
    Question {
        policy,
        limit,
        tasks,
    }: &Question,
) -> Answer {
    let limit = Duration::from(*limit);
    let bounds = match policy {
        Policy::FixedPriority => by_task(tasks, |index| fixed_priority(tasks, index, limit)),
        Policy::FixedPriorityNonPreemptive => by_task(tasks, |index| {
            fixed_priority_non_preemptive(tasks, index, limit)
        }),
        Policy::Edf => by_task(tasks, |index| edf(tasks, index, limit)),
        Policy::EdfNonPreemptive => by_task(tasks, |index| edf_non_preemptive(tasks, index, limit)),
        Policy::Fifo => {
            let all = Aggregate::new(
                tasks
                    .iter()
                    .map(|task| task.without_jitter().rbf())
                    .collect(),
            );
            vec![value(fifo::dedicated_uniproc_rta(&all, limit)); tasks.len()]
        }
        Policy::PeriodicSupply => tasks
            .iter()
            .map(|task| {
                let server =
                    supply::Periodic::new(Service::from(task.budget), Duration::from(task.period));
                Some(u64::from(server.service_time(Service::from(task.cost))))
            })
            .collect(),
    };
    Answer { bounds }
}

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let question: Question = serde_json::from_str(&line?)?;
        serde_json::to_writer(&mut out, &answer(&question))?;
        out.write_all(b"\n")?;
    }
    out.flush()
}
