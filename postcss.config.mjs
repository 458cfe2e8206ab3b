/** Mantine's own additions to CSS: light-dark() by the scheme that was chosen, and mixins. */
export default { plugins: { "postcss-preset-mantine": {} } };
