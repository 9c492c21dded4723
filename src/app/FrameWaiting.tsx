import { Spinner } from '../ui/display/Spinner.tsx';

/** The frame before anybody is known: the same markup and classes as in index.html, which draws it before the first script. */
export function FrameWaiting() {
  return (
    <div className="frame-waiting">
      <div className="frame-bar" />
      <div className="frame-side" />
      <div className="page-spinner">
        <Spinner />
      </div>
    </div>
  );
}
