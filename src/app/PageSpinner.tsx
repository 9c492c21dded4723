import { Spinner } from '../ui/display/Spinner.tsx';

/** A spinner in the middle of an empty page. */
export function PageSpinner() {
  return (
    <div className="page-spinner">
      <Spinner />
    </div>
  );
}
