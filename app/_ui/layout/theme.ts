import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  virtualColor,
} from "@mantine/core";
import { rescueFocus } from "@/app/_ui/dialog/rescue-focus";

// Warm grays with brass as the only brand color.
const gray: MantineColorsTuple = [
  "#faf9f7",
  "#f4f2ef",
  "#eae7e2",
  "#dcd8d1",
  "#c5c0b7",
  "#99938a",
  "#6b665e",
  "#55514a",
  "#393631",
  "#1f1d1a",
];
const dark: MantineColorsTuple = [
  "#e9e6e1",
  "#c2beb6",
  "#a39e95",
  "#7a756d",
  "#3d3a36",
  "#2d2b28",
  "#232120",
  "#191817",
  "#131211",
  "#0c0b0b",
];
const brass: MantineColorsTuple = [
  "#fdf7e8",
  "#f9ecca",
  "#f1d996",
  "#e6c05c",
  "#d9a83a",
  "#c69129",
  "#a8761d",
  "#855b17",
  "#684714",
  "#4c3410",
];
const red: MantineColorsTuple = [
  "#fdeceb",
  "#fbdad7",
  "#f4b4ae",
  "#ec8b83",
  "#e2655b",
  "#d4463b",
  "#c5352a",
  "#b3261e",
  "#991f18",
  "#7d1812",
];
const inkOnLight: MantineColorsTuple = [
  "#f7f6f4",
  "#eeece8",
  "#dedbd5",
  "#bdb8b0",
  "#8e887f",
  "#5f5a53",
  "#3a3732",
  "#211f1c",
  "#37342f",
  "#1b1916",
];
const inkOnDark: MantineColorsTuple = [
  "#f6f4f1",
  "#f1efeb",
  "#ebe8e3",
  "#e9e6e1",
  "#e4e0da",
  "#efece8",
  "#efece8",
  "#f1eeea",
  "#d9d5ce",
  "#57534c",
];

const SANS = 'var(--font-sans), system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const MONO = "var(--font-mono), ui-monospace, SFMono-Regular, Menlo, Consolas, monospace";

/** Forms are about the company and its partners: what a browser remembers of its user is not meant. */
const FIELD = { size: "md", autoComplete: "off" };

/** The Mantine theme: default props and styles of its components. */
export const theme = createTheme({
  black: "#1f1d1a",
  colors: {
    gray,
    dark,
    brass,
    red,
    inkOnLight,
    inkOnDark,
    ink: virtualColor({ name: "ink", light: "inkOnLight", dark: "inkOnDark" }),
  },
  primaryColor: "ink",
  primaryShade: 7,
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: "pointer",
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  defaultRadius: "md",
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "16px" },
  fontSizes: { xs: "0.75rem", sm: "0.875rem", md: "0.9375rem", lg: "1.0625rem", xl: "1.25rem" },
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.375rem", lineHeight: "1.3" },
      h2: { fontSize: "1.0625rem", lineHeight: "1.4" },
      h3: { fontSize: "0.9375rem", lineHeight: "1.45" },
    },
  },
  components: {
    // Otherwise it would cut off the focus ring.
    Alert: {
      styles: { message: { overflow: "visible" } },
      defaultProps: { variant: "light" },
    },
    Anchor: { defaultProps: { underline: "always" } },
    Drawer: {
      styles: { title: { fontSize: "1.0625rem", fontWeight: 600, lineHeight: 1.35 } },
      defaultProps: {
        padding: "lg",
        onExitTransitionEnd: rescueFocus,
        overlayProps: { backgroundOpacity: 0.35 },
        closeButtonProps: { "aria-label": "Close" },
        transitionProps: { duration: 160 },
      },
    },
    // Without the placeholder, which would not be a menu item.
    Menu: {
      defaultProps: { shadow: "md", withinPortal: true, withInitialFocusPlaceholder: false },
    },
    InputWrapper: { styles: { label: { marginBottom: 4 }, description: { marginBottom: 6 } } },
    Modal: {
      styles: {
        title: { fontSize: "1.0625rem", fontWeight: 600, lineHeight: 1.35 },
        // The header and the buttons stay fixed while the rest scrolls. A focused field, with its
        // label, scrolls into view between them (WCAG 2.2, 2.4.11).
        content: { scrollPaddingTop: 152, scrollPaddingBottom: 96 },
      },
      defaultProps: {
        centered: true,
        radius: "lg",
        padding: "lg",
        onExitTransitionEnd: rescueFocus,
        overlayProps: { backgroundOpacity: 0.45, blur: 2 },
        closeButtonProps: { "aria-label": "Close" },
        transitionProps: { transition: "fade-up", duration: 140 },
      },
    },
    // `banner` is a landmark of the page; a header inside a dialog or drawer would be a second one.
    ModalHeader: { defaultProps: { role: "presentation" } },
    DrawerHeader: { defaultProps: { role: "presentation" } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Dismiss" } } },
    Paper: { defaultProps: { radius: "lg" } },
    PasswordInput: {
      defaultProps: {
        size: "md",
        maxLength: 256,
        visibilityToggleButtonProps: { "aria-label": "Show password", tabIndex: 0 },
      },
    },
    // White on near-white in the dark scheme would be invisible.
    Checkbox: { defaultProps: { iconColor: "var(--mantine-color-body)" } },
    Radio: { defaultProps: { iconColor: "var(--mantine-color-body)" } },
    Switch: { styles: { thumb: { backgroundColor: "var(--mantine-color-body)" } } },
    NativeSelect: { defaultProps: { size: "md" } },
    NumberInput: { defaultProps: { ...FIELD, hideControls: true, allowNegative: false } },
    Textarea: { defaultProps: FIELD },
    TextInput: { defaultProps: FIELD },
  },
});

/** Replaces Mantine's colors where their contrast is too low (WCAG 2.2, 1.4.3). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#fdfcfb",
    "--mantine-color-dimmed": gray[6],
    "--mantine-color-placeholder": "#757068",
    "--mantine-color-error": red[7],
    "--mantine-color-default-border": gray[3],
    "--mantine-color-disabled-color": "#757068",
    "--mantine-color-brass-light": "#fcf3dc",
    "--mantine-color-red-light": red[0],
    "--lk-surface": "#ffffff",
    "--lk-sunken": gray[1],
    "--lk-line": gray[2],
    "--lk-good": "#1b7a43",
    "--lk-warn": "#a8651a",
    "--lk-bad": red[7],
    "--lk-idle": "#857f75",
    "--lk-chart": "#47698c",
    "--lk-chart-before": "#8e887f",
    "--lk-chart-warn": "#b06f14",
    "--lk-chart-bad": "#b23b32",
    "--lk-chart-2": "#2b8078",
    "--lk-chart-3": "#8c5a7e",
    "--lk-chart-4": "#9a7414",
    "--lk-chart-5": "#6b7a35",
    "--lk-chart-other": "#857f75",
  },
  dark: {
    "--mantine-color-dimmed": dark[2],
    "--mantine-color-placeholder": "#918c83",
    "--mantine-color-error": "#ff8f87",
    "--mantine-color-anchor": dark[0],
    "--mantine-color-brass-light": "#2b2212",
    "--mantine-color-red-light": "#331815",
    "--mantine-color-disabled-color": "#918c83",
    "--lk-surface": "#1f1d1c",
    "--lk-sunken": "#141312",
    "--lk-line": "#2f2c29",
    "--lk-good": "#5fcf8d",
    "--lk-warn": "#e6b35c",
    "--lk-bad": "#ff8f87",
    "--lk-idle": "#8f8a81",
    "--lk-chart": "#86a9cf",
    "--lk-chart-before": "#a39e95",
    "--lk-chart-warn": "#d9a04a",
    "--lk-chart-bad": "#e0776d",
    "--lk-chart-2": "#62b5ab",
    "--lk-chart-3": "#c291b5",
    "--lk-chart-4": "#cfae5c",
    "--lk-chart-5": "#a5b46b",
    "--lk-chart-other": "#8f8a81",
  },
});
