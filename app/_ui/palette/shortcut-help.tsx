import { Kbd, Modal, Stack, Switch } from "@mantine/core";
import type { PageEntry } from "@/app/_ui/layout/page-entry";
import { useModKey } from "./open";
import classes from "./shortcut-help.module.css";

type Props = {
  pages: readonly PageEntry[];
  isOpen: boolean;
  onClose: () => void;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
};

/** Lists all shortcuts, with a switch for the single-key ones. */
export function ShortcutHelp({ pages, isOpen, onClose, isOn, onSwitch }: Props) {
  const mod = useModKey();
  const always = [{ keys: [mod, "K"], joint: "+", what: "Search and commands" }];
  const single = [
    { keys: ["?"], joint: "", what: "Show shortcuts" },
    { keys: ["/"], joint: "", what: "Search the list" },
    ...pages.map(({ key, label }) => ({
      keys: ["G", key.toUpperCase()],
      joint: "then",
      what: label,
    })),
  ];
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keyboard shortcuts" size={420}>
      <Stack gap="lg">
        <dl className={classes.list}>
          {[...always, ...(isOn ? single : [])].map(({ keys, joint, what }) => (
            <div key={what} className={classes.line}>
              <dt>{what}</dt>
              <dd>
                {keys.map((key, index) => (
                  <span key={key}>
                    {index > 0 && <span className={classes.joint}>{joint}</span>}
                    <Kbd>{key}</Kbd>
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <Switch
          label="Single-key shortcuts"
          description="Turn off if they conflict with speech input."
          checked={isOn}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  );
}
