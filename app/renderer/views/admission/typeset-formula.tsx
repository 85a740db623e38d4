/**
 * A formula in TeX, typeset by KaTeX. formula.tsx loads this module.
 *
 * A long row is broken between its equations first, then after relations and operators. A part that
 * cannot be broken and is still too wide is scaled down to a legible minimum. Below that it
 * scrolls, also by keyboard.
 */
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { render, renderInline } from './katex.ts';

/** A default export, because the module is loaded lazily. */
export default function TypesetFormula({ tex, inline = false }: { readonly tex: string; readonly inline?: boolean }) {
  return inline ? <InlineSymbol tex={tex} /> : <Row tex={tex} />;
}

/** A symbol within text, which is neither broken nor scaled. */
function InlineSymbol({ tex }: { readonly tex: string }) {
  const html = useMemo(() => renderInline(tex), [tex]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: this is KaTeX's own markup
  return <span dangerouslySetInnerHTML={{ __html: html }} />;
}

function Row({ tex }: { readonly tex: string }) {
  const html = useMemo(() => render(tex), [tex]);
  const { ref, scale, scrolls } = useFit(html);
  return (
    <div ref={ref} className="formula" tabIndex={scrolls ? 0 : undefined} style={{ fontSize: `${scale}em` }}>
      {/* KaTeX escapes its input. With `trust` off, the input cannot create links, images or
          classes. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: this is KaTeX's own markup */}
      <div className="formula-row" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}

/** The smallest legible scale. */
const LEAST_SCALE = 0.7;

/**
 * Computes the scale at which the widest unbreakable part fits, again whenever the width or the
 * formula changes.
 */
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
    // The widths change once the fonts are loaded.
    void document.fonts.ready.then(measure);
    return () => observer.disconnect();
  }, [html]);
  return { ref, ...fit };
}

/** Null while the element has no layout. */
function fitOf(box: HTMLElement): { readonly scale: number; readonly scrolls: boolean } | null {
  const room = box.clientWidth - INDENT_PX;
  const widths = [...box.querySelectorAll('.katex-base')].map((part) => part.getBoundingClientRect().width);
  const widest = Math.max(0, ...widths) / (Number.parseFloat(box.style.fontSize) || 1);
  if (room <= 0 || widest === 0) return null;
  const wanted = Math.min(1, room / widest);
  return { scale: Math.max(LEAST_SCALE, Math.floor(wanted * 100) / 100), scrolls: wanted < LEAST_SCALE };
}

/** Indent of lines after the first. The same value as in admission.css. */
const INDENT_PX = 32;
