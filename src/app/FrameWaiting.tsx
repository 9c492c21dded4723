import { useLayoutEffect, useRef } from 'react';
import { isFrameStored } from '../services/frame.ts';
import { Spinner } from '../ui/display/Spinner.tsx';

/** The frame that index.html drew before the first script, with the menu of the last visit. */
const drawnFrame = document.querySelector('#root > .frame-waiting');

/** The frame shown until the user is loaded: the one from index.html, so that nothing moves; without the menu after a sign-out. */
export function FrameWaiting() {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!drawnFrame || !isFrameStored()) return;
    const copy = drawnFrame.cloneNode(true) as Element;
    frame.current?.classList.toggle('frame-folded', drawnFrame.classList.contains('frame-folded'));
    frame.current?.querySelectorAll('.frame-bar, .frame-side').forEach((part, index) => {
      part.replaceChildren(...(copy.children[index]?.childNodes ?? []));
    });
  }, []);
  return (
    <div ref={frame} className="frame-waiting">
      <div className="frame-bar" />
      <div className="frame-side" />
      <div className="page-spinner">
        <Spinner />
      </div>
    </div>
  );
}
