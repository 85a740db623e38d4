/** A dialog whose code is being loaded. It takes the keys, so they do not edit the drawing. */
import { useEffect } from 'react';

interface Props {
  /** Escape cancels the dialog. Undefined: the dialog asks a question that needs an answer. */
  readonly onClose?: () => void;
}

export function LoadingDialog({ onClose }: Props) {
  useEffect(() => {
    const take = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') onClose?.();
    };
    window.addEventListener('keydown', take, { capture: true });
    return () => window.removeEventListener('keydown', take, { capture: true });
  }, [onClose]);
  return null;
}
