import './wake.css';
import { Link, useSearch } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { commissionsPath } from '../../app/routes.ts';
import { AnsweredPanel } from '../../shared/trace/AnsweredPanel.tsx';
import { useWake, WakeView } from '../../shared/trace/WakeView.tsx';
import { parseWake, type WakeSubject } from '../../shared/trace/wakeInUrl.ts';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { PageHead } from '../../ui/display/PageHead.tsx';

const t = messages.wake;

function Wake(subject: WakeSubject) {
  return (
    <AnsweredPanel {...useWake(subject)}>
      {(wake) => (
        <Card title={wake.title}>
          <WakeView wake={wake} />
        </Card>
      )}
    </AnsweredPanel>
  );
}

/** decisions 2.04: every figure that a payment, invoice, adjustment, payout or saved configuration changed. */
export default function WakeScreen() {
  const subject = parseWake(new URLSearchParams(useSearch()).get('of'));
  return (
    <div className="page wake">
      <PageHead title={t.title} actions={<Link href={commissionsPath}>{t.back}</Link>} />
      {subject ? <Wake key={`${subject.kind} ${subject.id}`} {...subject} /> : <EmptyState title={t.title}>{t.unknown}</EmptyState>}
    </div>
  );
}
