/** The small triangle that points down at a time on the axis or at a job. */

/** Adds the triangle to a path. `half` is half of its width. */
export function addPointer(path: CanvasPath, x: number, top: number, half: number, height: number): void {
  path.moveTo(x - half, top);
  path.lineTo(x + half, top);
  path.lineTo(x, top + height);
  path.closePath();
}
