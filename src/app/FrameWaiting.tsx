import { Spinner } from '../ui/display/Spinner.tsx';

/**
 * The frame shown until the user is loaded: the same markup and classes as index.html, which shows it before the first script
 * runs.
 */
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
