import { later } from '../../../ui/support/later.tsx';

export const [WhyTab, fetchWhyTab] = later(() => import('./WhyTab.tsx'));
