import { Component, type ErrorInfo, type ReactNode } from 'react';
import { messages } from '../../contract/messages.ts';
import { Button } from '../ui/Button.tsx';

/** What a crashed screen leaves on the page: a sentence and a way on. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    return (
      <section className="page-message" role="alert">
        <h1>{messages.crashed.title}</h1>
        <p>{messages.crashed.text}</p>
        <Button onClick={() => window.location.reload()}>{messages.crashed.reload}</Button>
      </section>
    );
  }
}
