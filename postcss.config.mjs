/** Mantine's CSS extensions: light-dark() by the selected color scheme, and mixins. */
export default { plugins: { "postcss-preset-mantine": {} } };
