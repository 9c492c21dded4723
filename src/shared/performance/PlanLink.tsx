import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFeature } from '../../app/context.ts';
import { plansPath } from '../../app/routes.ts';

/** A figure that follows from the user's plan, such as the distance to its next rate, as a link to the plan. */
export function PlanLink({ children }: { children: ReactNode }) {
  return useFeature('plan-page') ? (
    <Link href={plansPath} className="quiet-link">
      {children}
    </Link>
  ) : (
    children
  );
}
