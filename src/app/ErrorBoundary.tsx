import { Component, type ErrorInfo, type ReactNode } from 'react';
import { messages } from '../../contract/messages.ts';
import { Button } from '../ui/Button.tsx';
import { isLoadFailure } from '../ui/support/notLoaded.ts';

type FailedPage = Readonly<{ title: string; text: string }>;

/** Replaces a screen that crashed or failed to load with a message and a way to continue. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { left: FailedPage | null }> {
  override state: { left: FailedPage | null } = { left: null };

  static getDerivedStateFromError(error: unknown): { left: FailedPage } {
    return { left: isLoadFailure(error) ? messages.unreachable : messages.crashed };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    const { left } = this.state;
    if (left === null) return this.props.children;
    return (
      <section className="page-message" role="alert">
        <h1>{left.title}</h1>
        <p>{left.text}</p>
        <p className="page-message-actions">
          <Button onClick={() => window.location.reload()}>{messages.crashed.reload}</Button>
        </p>
      </section>
    );
  }
}
