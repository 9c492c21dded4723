import { Spinner } from '../ui/display/Spinner.tsx';

/** A spinner centered on an empty page. */
export function PageSpinner() {
  return (
    <div className="page-spinner">
      <Spinner />
    </div>
  );
}
