/** Limits an error in one panel to that panel. The sketch is kept and can be saved. */

import { CircleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { tr } from '../../../generator/words/tr.ts';
import { Button } from '../views/controls/button.tsx';

interface Props {
  /** Name of the content, for the message. */
  readonly part: string;
  /** Actions next to "Show it again". */
  readonly ways?: ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly error: Error | null;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <div className="empty" role="alert">
        <CircleAlert />
        <strong>{tr`${this.props.part} could not be shown`}</strong>
        <span>{error.message}</span>
        <div className="empty-ways">
          <Button onClick={() => this.setState({ error: null })}>{tr`Show it again`}</Button>
          {this.props.ways}
        </div>
      </div>
    );
  }
}
