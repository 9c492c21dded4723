import { Link } from 'wouter';
import { messages } from '../../../../contract/messages.ts';
import { periodsPath, plansPath } from '../../../app/routes.ts';
import { LensBanner, LensControl } from '../../../shared/lens/LensControl.tsx';
import { PeriodControl } from '../../../shared/period/PeriodControl.tsx';
import { ScopeControl } from '../../../shared/scope/ScopeControl.tsx';
import type { ScopeChoice } from '../../../shared/scope/useScope.ts';
import type { Commissions } from '../useCommissions.ts';
import type { MoneyTools } from '../useMoneyTools.ts';

const t = messages.commissions;
type Props = Readonly<{ commissions: Commissions; tools: MoneyTools; scope: ScopeChoice }>;

/** The title with links to related pages, and the controls for people, day and period. */
export function CommissionsHead({ commissions: { lens, period }, tools, scope }: Props) {
  return (
    <>
      <header className="commissions-head">
        <div className="commissions-title">
          <h1>{t.title}</h1>
          {tools.periods && <Link href={periodsPath}>{messages.menu.payPeriods}</Link>}
          {tools.plans && <Link href={plansPath}>{messages.menu.plans}</Link>}
          <ScopeControl {...scope} />
          <div className="commissions-under">
            <p className="muted">{t.subtitle}</p>
            <LensControl actor={lens} compares />
          </div>
        </div>
        <PeriodControl actor={period} />
      </header>
      <LensBanner actor={lens} />
    </>
  );
}
