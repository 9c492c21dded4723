import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Ref } from '../../../contract/entities/explanation.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { useFeature } from '../../app/context.ts';
import { addressOf } from './addressOf.ts';

type Props = { of: Ref | undefined; day?: Day | null; children: ReactNode };

/** Leads to the very thing; plain text where a server names none, or does not tell what it moved. */
export function RefLink({ of, day = null, children }: Props) {
  const wakes = useFeature('wake');
  const isThere = of !== undefined && (wakes || of.kind === 'record' || of.kind === 'adjustment');
  return isThere ? <Link href={addressOf(of, day)}>{children}</Link> : children;
}
