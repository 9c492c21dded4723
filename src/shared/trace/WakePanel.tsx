import { Link, useLocation, useSearch } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { LazyDialog } from '../../ui/dialog/index.ts';
import { Answered } from './Answered.tsx';
import { wakeAddress } from './addressOf.ts';
import { useWake, WakeView } from './WakeView.tsx';
import { besideIn, type WakeOf } from './wakeInUrl.ts';

const text = messages.wake;

/** The figures an item changed, next to the page that links to it (look.md): docked from a width of 1200 px, over the page below. */
export default function WakePanel({ of }: { of: WakeOf }) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const wake = useWake(of);
  const close = (): void => {
    const rest = besideIn(search, null);
    navigate(rest === '' ? path : `${path}?${rest}`);
  };
  return (
    <LazyDialog
      title={wake.answer?.title ?? text.title}
      onClose={close}
      size="wide"
      tall
      position="right"
      footer={
        <>
          <Link href={wakeAddress(of)} className="wake-page">
            {text.page}
          </Link>
          <Button severity="secondary" onClick={close}>
            {messages.close}
          </Button>
        </>
      }
    >
      <Answered {...wake}>{(answer) => <WakeView wake={answer} />}</Answered>
    </LazyDialog>
  );
}
