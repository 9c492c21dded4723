import './trace.css';
import type { ReactNode } from 'react';
import { Alert } from '../../ui/display/Alert.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';

type Props<Answer> = {
  answer: Answer | null;
  loading: boolean;
  /** The answer is one to another question. */
  stale: boolean;
  error: string | null;
  /** Asking the same again would not help. */
  refused: boolean;
  retry: () => void;
  children: (answer: Answer) => ReactNode;
};

/** What was answered; before that a spinner, and when it failed the sentence and a button to ask again, where that may help. */
export function Answered<Answer>({ answer, loading, stale, error, refused, retry, children }: Props<Answer>) {
  if (error !== null) return <Alert onRetry={refused ? undefined : retry}>{error}</Alert>;
  if (answer === null) return <Spinner />;
  return (
    <div className={stale ? 'why-answer stale' : 'why-answer'} aria-busy={loading}>
      {children(answer)}
    </div>
  );
}
