/**
 * A formula in TeX, typeset by KaTeX. Loaded by formula.tsx.
 *
 * A long row is broken between its equations, then after relations and operators. A part that cannot be broken and is
 * still too wide is set smaller, down to a size that can be read; only then does it scroll, and the keyboard can reach it.
 */
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { render } from './katex.ts';

/** Default export, because it is loaded on first use. */
export default function TypesetFormula({ tex }: { readonly tex: string }) {
  const html = useMemo(() => render(tex), [tex]);
  const { ref, scale, scrolls } = useFit(html);
  return (
    <div ref={ref} className="formula" tabIndex={scrolls ? 0 : undefined} style={{ fontSize: `${scale}em` }}>
      {/* KaTeX escapes its input; `trust` is off, so it makes no links, images or classes of the author's. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: this is KaTeX's own markup */}
      <div className="formula-row" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}

/** Smaller than this nobody reads. */
const LEAST_SCALE = 0.7;

/** How much smaller the widest unbreakable part must be set to fit, anew when the room or the formula changes. */
function useFit(html: string) {
  const ref = useRef<HTMLDivElement>(null);
  const [fit, setFit] = useState({ scale: 1, scrolls: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another formula has another width
  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const measure = () => {
      const next = fitOf(box);
      if (next !== null) setFit((now) => (now.scale === next.scale && now.scrolls === next.scrolls ? now : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    // Before its fonts are there the formula has other widths.
    void document.fonts.ready.then(measure);
    return () => observer.disconnect();
  }, [html]);
  return { ref, ...fit };
}

/** null while it is not laid out. */
function fitOf(box: HTMLElement): { readonly scale: number; readonly scrolls: boolean } | null {
  const room = box.clientWidth - INDENT_PX;
  const widths = [...box.querySelectorAll('.katex-base')].map((part) => part.getBoundingClientRect().width);
  const widest = Math.max(0, ...widths) / (Number.parseFloat(box.style.fontSize) || 1);
  if (room <= 0 || widest === 0) return null;
  const wanted = Math.min(1, room / widest);
  return { scale: Math.max(LEAST_SCALE, Math.floor(wanted * 100) / 100), scrolls: wanted < LEAST_SCALE };
}

/** By how much lines after the first are set in; as in admission.css. */
const INDENT_PX = 32;
