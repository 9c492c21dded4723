import type { ComponentProps } from 'react';
import { messages } from '../../../../contract/messages.ts';
import { LensBanner, LensControl } from '../../../shared/lens/LensControl.tsx';
import { PeriodControl } from '../../../shared/period/PeriodControl.tsx';
import { ScopeControl } from '../../../shared/scope/ScopeControl.tsx';
import { PageHead } from '../../../ui/display/PageHead.tsx';
import type { Commissions } from '../useCommissions.ts';

const t = messages.commissions;
type Props = Readonly<{ commissions: Commissions; scope: ComponentProps<typeof ScopeControl> }>;

/** The title, and the controls for people, day and period. */
export function CommissionsHead({ commissions: { lens, period }, scope }: Props) {
  return (
    <>
      <PageHead title={t.title} about={t.subtitle} scope={<ScopeControl {...scope} />}>
        <LensControl actor={lens} compares />
        <PeriodControl actor={period} />
      </PageHead>
      <LensBanner actor={lens} />
    </>
  );
}
