/** Represents "not allowed": larger than the sum of all other costs. */
const FORBIDDEN = 2 ** 40;

/**
 * Assigns each row a different column with minimum total cost: the Hungarian method with potentials
 * (Kuhn 1955, Munkres 1957), O(rows² · columns).
 *
 * @param rows at most `columns`
 * @param costOf whole number from 0 to 2^20; Infinity: not allowed. Some assignment must be
 * allowed.
 * @returns the column of each row
 */
export function leastCostAssignment(
  rows: number,
  columns: number,
  costOf: (row: number, column: number) => number,
): Int32Array {
  const rowPotential = new Float64Array(rows);
  const columnPotential = new Float64Array(columns);
  const rowAt = new Int32Array(columns).fill(-1);
  const reducedCost = (row: number, column: number): number =>
    Math.min(costOf(row, column), FORBIDDEN) - rowPotential[row]! - columnPotential[column]!;
  for (let row = 0; row < rows; row += 1) addRow(row, { rowAt, rowPotential, columnPotential, reducedCost });
  const columnOf = new Int32Array(rows).fill(-1);
  rowAt.forEach((row, column) => {
    if (row >= 0) columnOf[row] = column;
  });
  return columnOf;
}

interface Matching {
  /** The row of each column; −1: none. */
  readonly rowAt: Int32Array;
  readonly rowPotential: Float64Array;
  readonly columnPotential: Float64Array;
  readonly reducedCost: (row: number, column: number) => number;
}

/** Dijkstra's shortest augmenting path over reduced costs, from the row to a free column. */
function addRow(start: number, { rowAt, rowPotential, columnPotential, reducedCost }: Matching): void {
  const columns = rowAt.length;
  const distance = new Float64Array(columns).fill(Number.POSITIVE_INFINITY);
  const previous = new Int32Array(columns).fill(-1);
  const done: number[] = [];
  let [row, column, reached] = [start, -1, 0];
  do {
    let nearest = -1;
    for (let next = 0; next < columns; next += 1) {
      if (done.includes(next)) continue;
      const length = reached + reducedCost(row, next);
      if (length < distance[next]!) {
        distance[next] = length;
        previous[next] = column;
      }
      if (nearest < 0 || distance[next]! < distance[nearest]!) nearest = next;
    }
    done.push(nearest);
    [column, reached] = [nearest, distance[nearest]!];
    row = rowAt[column]!;
  } while (row >= 0);
  rowPotential[start] = rowPotential[start]! + reached;
  for (const at of done) {
    const shift = reached - distance[at]!;
    columnPotential[at] = columnPotential[at]! - shift;
    const owner = rowAt[at]!;
    if (owner >= 0) rowPotential[owner] = rowPotential[owner]! + shift;
  }
  for (let at = column; at >= 0; at = previous[at]!) {
    const before = previous[at]!;
    rowAt[at] = before < 0 ? start : rowAt[before]!;
  }
}
