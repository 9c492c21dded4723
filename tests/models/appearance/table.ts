/** Look.md, Space: theme and density are preferences; a choice applies at once and is stored. */
export const table = `
appearance.applied --theme.choose[0]--> stays / setTheme, apply
appearance.applied --density.choose[0]--> stays / setDensity, apply
`;

export const ignored = '';
