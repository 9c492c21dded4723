import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFeature } from '../../app/context.ts';
import { plansPath } from '../../app/routes.ts';

/** A link to the user's plan, around a figure that depends on it, such as the distance to the next rate. */
export function PlanLink({ children }: { children: ReactNode }) {
  return useFeature('plan-page') ? (
    <Link href={plansPath} className="quiet-link">
      {children}
    </Link>
  ) : (
    children
  );
}
