// The forms of a load, brought by enhance.js where a page has one. Without it the server does the same after the form
// is sent (followProduct, filledVolume).
(() => {
  // A new load: the products are those of the destination, volume and unit those of the product while nobody types.
  for (const form of document.querySelectorAll("form[data-load]")) {
    const mix = JSON.parse(form.dataset.load);
    const { job_destination_id: place, product, estimated_volume: volume } = form.elements;
    const unit = form.elements.estimated_wood_unit_type_id;
    if (!place || !product) continue;
    const known = () => (mix[place.value] ?? []).find(([key]) => key === product.value);
    const isOwn = ([, , u, v]) => v === volume.value && u === unit.value;
    let own = Object.values(mix).flat().some(isOwn);
    const follow = () => {
      const found = known();
      if (!found || !own) return;
      unit.value = found[2];
      volume.value = found[3];
    };
    const list = () => {
      const chosen = product.value;
      const taken = mix[place.value] ?? [];
      const fits = taken.some(([key]) => key === chosen);
      const rows = fits ? taken : [["", "Choose a product"], ...taken];
      product.replaceChildren(...rows.map(([key, name]) => new Option(name, key, false, key === chosen)));
      if (!fits) product.value = "";
      product.dispatchEvent(new Event("options"));
    };
    place.addEventListener("change", list);
    product.addEventListener("change", follow);
    for (const field of [volume, unit])
      field.addEventListener("input", () => {
        const found = known();
        own = Boolean(found && isOwn(found));
      });
    addEventListener("pageshow", list);
  }

  // Weights fill the volume where it is in tons, until somebody types another one.
  const pounds = (field) => {
    const digits = field.value.trim().replaceAll(",", "");
    return /^\d{1,6}$/.test(digits) ? Number(digits) : null;
  };
  for (const form of document.querySelectorAll("form[data-scale]")) {
    const { gross_pounds: gross, tare_pounds: tare, scaled_volume: volume } = form.elements;
    const unit = form.elements.scaled_wood_unit_type_id;
    if (!gross || !tare || !volume || !unit) continue;
    // Net pounds as tons of 2,000 lb, to thousandths, half to even, as the server has them.
    const tons = () => {
      const [g, t] = [pounds(gross), pounds(tare)];
      if (unit.value !== "2" || g === null || t === null || g <= t) return null;
      const net = g - t;
      return String((net % 2 ? 2 * Math.round(net / 4) : net / 2) / 1000);
    };
    let filled = tons();
    const fill = () => {
      const next = tons();
      if (volume.value === "" || volume.value === filled) volume.value = next ?? volume.value;
      filled = next;
    };
    for (const field of [gross, tare, unit]) field.addEventListener("input", fill);
  }
})();
