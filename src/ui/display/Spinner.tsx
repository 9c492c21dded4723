import { messages } from '../../../contract/messages.ts';

/** Appears only after 300 ms, so fast responses do not flash. */
export function Spinner({ label = messages.loading }: { label?: string }) {
  return (
    <div className="p-progress-spinner" role="status">
      <span className="p-hidden-accessible">{label}</span>
    </div>
  );
}
