import { Component, type ErrorInfo, type ReactNode } from 'react';
import { messages } from '../../contract/messages.ts';
import { Button } from '../ui/Button.tsx';
import { isLoadFailure } from '../ui/support/notLoaded.ts';

type FailedPage = Readonly<{ title: string; text: string }>;

/** Replaces a screen that crashed or failed to load with a message and a way to continue. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failedPage: FailedPage | null }> {
  override state: { failedPage: FailedPage | null } = { failedPage: null };

  static getDerivedStateFromError(error: unknown): { failedPage: FailedPage } {
    return { failedPage: isLoadFailure(error) ? messages.unreachable : messages.crashed };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    const { failedPage } = this.state;
    if (failedPage === null) return this.props.children;
    return (
      <section className="page-message" role="alert">
        <h1>{failedPage.title}</h1>
        <p>{failedPage.text}</p>
        <p className="page-message-actions">
          <Button onClick={() => window.location.reload()}>{messages.crashed.reload}</Button>
        </p>
      </section>
    );
  }
}
