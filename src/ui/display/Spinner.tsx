import { messages } from '../../../contract/messages.ts';

/** Shows itself after 300 ms only, so that a quick answer never flashes. */
export function Spinner({ label = messages.loading }: { label?: string }) {
  return (
    <div className="p-progress-spinner" role="status">
      <span className="p-hidden-accessible">{label}</span>
    </div>
  );
}
