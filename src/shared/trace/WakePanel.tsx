import { Link, useLocation, useSearch } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { LazyDialog } from '../../ui/dialog/index.ts';
import { AnsweredPanel } from './AnsweredPanel.tsx';
import { toWakeLink } from './traceLinks.ts';
import { useWake, WakeView } from './WakeView.tsx';
import { type WakeSubject, withSidePanel } from './wakeInUrl.ts';

const t = messages.wake;

/** The figures that an item changed (look.md): docked next to the linking page from a width of 1200 px, over the page below that. */
export default function WakePanel({ of: subject }: { of: WakeSubject }) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const wake = useWake(subject);
  const close = (): void => {
    const closedSearch = withSidePanel(search, null);
    navigate(closedSearch === '' ? path : `${path}?${closedSearch}`);
  };
  return (
    <LazyDialog
      title={wake.answer?.title ?? t.title}
      onClose={close}
      size="wide"
      tall
      position="right"
      footer={
        <>
          <Link href={toWakeLink(subject)} className="wake-page">
            {t.page}
          </Link>
          <Button severity="secondary" onClick={close}>
            {messages.close}
          </Button>
        </>
      }
    >
      <AnsweredPanel {...wake}>{(answer) => <WakeView wake={answer} />}</AnsweredPanel>
    </LazyDialog>
  );
}
