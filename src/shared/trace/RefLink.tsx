import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { TraceRef } from '../../../contract/entities/explanation.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { useFeature } from '../../app/context.ts';
import { toRefLink } from './traceLinks.ts';
import { WakeLink } from './WakeLink.tsx';

type Props = { of: TraceRef | undefined; day?: Day | null; children: ReactNode };

/** Links to an item; plain text if the server sends no reference or does not offer `wake`. */
export function RefLink({ of: subject, day = null, children }: Props) {
  const hasWake = useFeature('wake');
  if (subject === undefined) return children;
  const { kind, id } = subject;
  if (kind === 'record' || kind === 'adjustment') return <Link href={toRefLink(subject, day)}>{children}</Link>;
  return hasWake ? <WakeLink of={{ kind, id }}>{children}</WakeLink> : children;
}
