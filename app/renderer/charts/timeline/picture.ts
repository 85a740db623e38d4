/** A picture of the timeline as it is shown, for slides and reports: the plot with the names of its rows. */

/** @param plot the element with the canvas of the plot and the labels above it */
export async function pictureOf(plot: HTMLElement): Promise<Blob> {
  const canvas = plot.querySelector('canvas');
  const picture = new OffscreenCanvas(Math.max(1, canvas?.width ?? 1), Math.max(1, canvas?.height ?? 1));
  const context = picture.getContext('2d');
  if (canvas === null || context === null) throw new Error('The browser has no canvas for the picture.');
  context.drawImage(canvas, 0, 0);
  const box = plot.getBoundingClientRect();
  const density = canvas.width / Math.max(1, box.width);
  // The labels are elements. Each is drawn where it is, in its own colours, and not beyond its row of the scroller.
  const scroller = plot.querySelector('.pl-timeline-scroller')?.getBoundingClientRect() ?? box;
  context.setTransform(density, 0, 0, density, -box.left * density, -box.top * density);
  context.beginPath();
  context.rect(scroller.left, scroller.top, scroller.width, scroller.height);
  context.clip();
  const ground = plot.querySelector('.pl-timeline-labels');
  if (ground !== null) drawGround(context, ground);
  for (const label of plot.querySelectorAll<HTMLElement>('.pl-timeline-label')) drawLabel(context, label);
  return picture.convertToBlob({ type: 'image/png' });
}

type Context = OffscreenCanvasRenderingContext2D;

function drawGround(context: Context, element: Element): void {
  const { left, top, width, height } = element.getBoundingClientRect();
  const { backgroundColor } = getComputedStyle(element);
  context.fillStyle = backgroundColor;
  context.fillRect(left, top, width, height);
}

function drawLabel(context: Context, label: HTMLElement): void {
  for (const element of [label, ...label.querySelectorAll<HTMLElement>('span')]) {
    const style = getComputedStyle(element);
    if (style.display === 'none' || style.visibility === 'hidden') continue;
    drawGround(context, element);
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) drawText(context, node, element, style);
    }
  }
}

/** Draws a text where the window has it. A longer name than its room ends with an ellipsis, as in the window. */
function drawText(context: Context, node: Node, element: HTMLElement, style: CSSStyleDeclaration): void {
  const range = document.createRange();
  range.selectNodeContents(node);
  const { left, top, height } = range.getBoundingClientRect();
  const right = element.getBoundingClientRect().right;
  context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.fillStyle = style.color;
  context.textBaseline = 'middle';
  context.fillText(fitting(context, node.textContent ?? '', right - left), left, top + height / 2);
}

function fitting(context: Context, text: string, room: number): string {
  if (context.measureText(text).width <= room + 1) return text;
  let length = text.length;
  while (length > 0 && context.measureText(`${text.slice(0, length)}…`).width > room) length--;
  return `${text.slice(0, length)}…`;
}
