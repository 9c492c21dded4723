import { lazyComponent } from '../../../ui/support/later.tsx';

export const [WhyTab, fetchWhyTab] = lazyComponent(() => import('./WhyTab.tsx'));
