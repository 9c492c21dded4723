import './trace.css';
import type { ReactNode } from 'react';
import { Alert } from '../../ui/display/Alert.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';

type Props<Data> = {
  answer: Data | null;
  loading: boolean;
  /** True if the answer belongs to another question. */
  stale: boolean;
  error: string | null;
  /** True if the server refused the question, so that a retry would not help. */
  refused: boolean;
  retry: () => void;
  children: (data: Data) => ReactNode;
};

/** Shows a spinner while loading, then the answer; after a failure, the message, with a retry if that may help. */
export function AnsweredPanel<Data>({ answer: data, loading, stale, error, refused, retry, children }: Props<Data>) {
  if (error !== null) return <Alert onRetry={refused ? undefined : retry}>{error}</Alert>;
  if (data === null) return <Spinner />;
  return (
    <div className={stale ? 'why-answer stale' : 'why-answer'} aria-busy={loading}>
      {children(data)}
    </div>
  );
}
