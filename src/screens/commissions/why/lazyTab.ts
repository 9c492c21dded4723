import { later } from '../../../ui/support/later.ts';

export const [WhyTab, fetchWhyTab] = later(() => import('./WhyTab.tsx'));
