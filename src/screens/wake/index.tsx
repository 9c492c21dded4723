import './wake.css';
import { Link, useSearch } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { commissionsPath } from '../../app/routes.ts';
import { Answered } from '../../shared/trace/Answered.tsx';
import { useWake, WakeView } from '../../shared/trace/WakeView.tsx';
import { type WakeOf, wakeNamed } from '../../shared/trace/wakeInUrl.ts';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';

const text = messages.wake;

function Wake(of: WakeOf) {
  return (
    <Answered {...useWake(of)}>
      {(wake) => (
        <Card title={wake.title}>
          <WakeView wake={wake} />
        </Card>
      )}
    </Answered>
  );
}

/** decisions 2.04: links a payment, invoice, adjustment, payout or saved configuration to every figure it changed. */
export default function WakeScreen() {
  const of = wakeNamed(new URLSearchParams(useSearch()).get('of'));
  return (
    <div className="wake">
      <header>
        <h1>{text.title}</h1>
        <Link href={commissionsPath}>{text.back}</Link>
      </header>
      {of ? <Wake key={`${of.kind} ${of.id}`} {...of} /> : <EmptyState title={text.title}>{text.unknown}</EmptyState>}
    </div>
  );
}
