import { messages } from '../../../../contract/messages.ts';
import { LensBanner, LensControl } from '../../../shared/lens/LensControl.tsx';
import { PeriodControl } from '../../../shared/period/PeriodControl.tsx';
import { ScopeControl } from '../../../shared/scope/ScopeControl.tsx';
import type { ScopeChoice } from '../../../shared/scope/useScope.ts';
import type { Commissions } from '../useCommissions.ts';

const t = messages.commissions;
type Props = Readonly<{ commissions: Commissions; scope: ScopeChoice }>;

/** The title, and the controls for people, day and period. */
export function CommissionsHead({ commissions: { lens, period }, scope }: Props) {
  return (
    <>
      <header className="commissions-head">
        <div className="commissions-title">
          <h1>{t.title}</h1>
          <ScopeControl {...scope} />
          <LensControl actor={lens} compares />
          <p className="muted">{t.subtitle}</p>
        </div>
        <PeriodControl actor={period} />
      </header>
      <LensBanner actor={lens} />
    </>
  );
}
