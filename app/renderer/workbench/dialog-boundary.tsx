/** Limits an error in a dialog to that dialog: it closes, and the window behind it stays. */
import { Component, type ReactNode } from 'react';

interface Props {
  /** Closes the dialog and says what happened. */
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

interface State {
  readonly failed: boolean;
}

export class DialogBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
    this.setState({ failed: false });
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
