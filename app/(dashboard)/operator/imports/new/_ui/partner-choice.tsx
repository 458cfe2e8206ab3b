import { Input } from "@mantine/core";
import { LazySelect } from "@/app/_ui/form/lazy-select";
import { usePartnerSearch } from "@/app/_ui/table/partner-search";
import { chosenOf, SearchedChoice, useSearchedChoice } from "@/app/_ui/table/searched-choice";

type Props = { value: string | null; onChange: (code: string | null) => void };

/** The partner of all rows. The value is the partner's code. */
export function PartnerChoice({ value, onChange }: Props) {
  const field = useSearchedChoice(value);
  const chosen = chosenOf(field, {
    data: value === null ? undefined : { value, label: value },
    isError: false,
  });
  const found = usePartnerSearch(field, chosen, ({ code, name }) => ({ value: code, label: name }));
  return (
    <Input.Wrapper
      label="Partner"
      labelElement="div"
      description="Optional. Leave it empty if each row names its partner in the column partner."
    >
      <SearchedChoice
        Field={LazySelect}
        label="Partner"
        any="Named in each row"
        field={field}
        chosen={chosen}
        found={found}
        onChange={onChange}
      />
    </Input.Wrapper>
  );
}
