/** Languages in which every class has words, and those in which some have. */
type Language = "en" | "de" | "es" | "fr" | "zh";
/** Words of one class, each list separated by commas. */
type ClassWords = Record<Language, string> & Partial<Record<"pt" | "tr" | "ar" | "ru", string>>;

/**
 * Words of descriptions by class and language. The longest phrase in a description counts and hides the shorter ones
 * in it: a coffee machine is no coffee, and a car part is no car. Chosen by this project.
 */
export const keywords: Readonly<Record<string, ClassWords>> = {
  carton: {
    en: `garment, clothing, apparel, t shirt, shirt, trousers, jeans, shoe, footwear, sneaker, toy, electronics, phone, smartphone,
      computer, laptop, monitor, television, printer, cosmetic, perfume, medicine, medicament, pharmaceutical, book, furniture,
      kitchenware, tableware, cigarette, bottle, canned, household goods, household effects, removal goods, coffee machine, coffee maker,
      washing machine, sewing machine, vending machine, coffee capsule, roasted coffee, instant coffee, car seat, car toy, toy car,
      car battery, car radio, car mat, car care, car polish, car wash, car body part,       motorcycle helmet, bus seat,       spare part, bumper, headlight, brake pad, brake disc, brake drum, air filter, oil filter, fuel filter, wine, beer, spirits, whisky, vodka,
      fish, frozen fish, meat, poultry, chicken, cheese, butter, chocolate, confectionery, biscuit, cookies, pasta, noodle, juice, soft drink,
      banana, avocado, tea, spice, handbag, suitcase, travel bag, bag pack, backpack, umbrella, lamp, lighting, led, battery, batteries,
      solar panel, solar module, tissue, diaper, nappies, stationery, tool, screw, bolt, nail, valve, bearing, ceramic, tableware, glassware,
      junction box, gear box, gearbox, music box, drum kit, spring roll, toilet roll, toilet paper, tissue paper, paper bag, plastic bag,
      paper cup, paper product, glass bottle, mobile phone, bicycle, e bike, vacuum cleaner, refrigerator, air conditioner, microwave oven,
      olive oil in bottles, bottled oil, essential oil, hair oil, seed packet, nut butter, peanut butter, coffee table, bean bag, seat belt, coffee mug, coffee grinder, rice cooker, salt lamp, paper shredder, toy truck, toy vehicle, toy bus, toy tractor, model car, rc car,
      remote control car, car carpet, olive oil, cooking oil, fruit juice,
      toy boat, toy motorcycle, diecast car, die cast car, ride on car, kids car, kids scooter, kick scooter, model truck, rc truck, rc boat,
      remote control truck, remote control boat, hand truck, gravy boat, ladies pump, high heel pump,
      tea towel, paper towel, wine glass, nut and bolt, nuts and bolts, hex nut, lock nut, oil seal, bag filter, paint brush`,
    de: `Kleidung, Bekleidung, Textilien Bekleidung, Schuhe, Schuh, Spielzeug, Spielwaren, Elektronik, Telefone, Computer, Kosmetik, Arzneimittel, Medikamente,
      Bücher, Möbel, Küchengeräte, Haushaltsgeräte, Haushaltswaren, Geschirr, Zigaretten, Flaschen, Konserven, Umzugsgut, Hausrat,
      Kaffeemaschine, Kaffeemaschinen, Waschmaschine, Waschmaschinen, Nähmaschine, Nähmaschinen, Kaffeekapseln, Röstkaffee, Autoteile, Kfz Teile,
      Kindersitz, Kindersitze, Autositze, Autobatterien, Ersatzteile, Ersatzteil, Maschinenteile, Motorenteile, Bremsbeläge, Bremsscheiben,
      Wein, Bier, Spirituosen, Fisch, Fleisch, Käse, Butter, Schokolade, Süßwaren, Kekse, Nudeln, Saft, Bananen, Tee, Gewürze,
      Handtaschen, Koffer, Lampen, Leuchten, Batterien, Solarmodule, Windeln, Werkzeug, Werkzeuge, Schrauben, Nägel, Ventile, Kugellager,
      Glaswaren, Keramik, Fahrräder, Papiertüten, Kühlschränke`,
    es: `ropa, prendas, calzado, zapatos, juguetes, electrónica, teléfonos, ordenadores, computadoras, cosméticos, medicamentos, libros, muebles,
      electrodomésticos, menaje, cigarrillos, botellas, conservas, menaje de casa, mudanza, cafetera, cafeteras, máquina de café, máquinas de café,
      lavadora, lavadoras, café tostado, autopartes, piezas de automóvil, repuestos, recambios, piezas de repuesto, pastillas de freno, asiento de coche,
      coche de bebé, coches de bebé, carro de compra, carros de compra,
      vino, vinos, cerveza, licores, pescado, carne, queso, mantequilla, chocolate, galletas, jugo, zumo, plátanos, bananas, té, especias,
      bolsos, maletas, lámparas, baterías, paneles solares, pañales, herramientas, tornillos, clavos, válvulas, cerámica, bicicletas, refrigeradores`,
    fr: `vêtements, habillement, chaussures, jouets, électronique, téléphones, ordinateurs, cosmétiques, médicaments, livres, meubles, mobilier,
      électroménager, vaisselle, cigarettes, bouteilles, conserves, effets ménagers, déménagement, machine à café, machines à café, cafetière, cafetières,
      machine à laver, machines à laver, café torréfié, pièces automobiles, pièces auto, pièces détachées, pièces de rechange, siège auto, sièges auto,
      plaquettes de frein, vin, vins, bière, spiritueux, poisson, viande, fromage, beurre, chocolat, biscuits, jus, bananes, épices,
      sacs à main, valises, lampes, panneaux solaires, couches, outils, vis, clous, vannes, céramique, vélos, réfrigérateurs`,
    zh: `服装, 衣服, 鞋, 鞋子, 玩具, 玩具车, 电子产品, 手机, 电脑, 化妆品, 药品, 书籍, 图书, 家具, 厨具, 家用电器, 餐具, 香烟, 瓶, 罐头, 家庭用品,
      咖啡机, 洗衣机, 缝纫机, 汽车配件, 汽车零件, 汽车零部件, 汽车座椅, 配件, 零件, 零部件, 葡萄酒, 啤酒, 冷冻鱼, 肉, 奶酪, 巧克力, 饼干, 果汁, 香蕉,
      茶叶, 香料, 手袋, 箱包, 灯具, 电池, 太阳能板, 纸尿裤, 工具, 螺丝, 螺栓, 阀门, 轴承, 陶瓷, 自行车, 冰箱, 空调`,
  },
  drum: {
    en: `oil, olive oil, cooking oil, fruit juice, lubricant, paint, resin, solvent, chemical, acid, varnish, concentrate, honey, engine oil, motor oil, gear oil, machine oil, palm oil,
      transformer oil, hydraulic oil, bitumen, ink, adhesive, tomato paste, orange juice concentrate`,
    de: `Öl, Speiseöl, Palmöl, Schmieröl, Motoröl, Motorenöl, Getriebeöl, Schmierstoffe, Farbe, Farben, Lacke, Lack, Harz, Harze, Lösungsmittel,
      Chemikalien, Säure, Konzentrat, Honig, Bitumen, Klebstoff, Tomatenmark`,
    es: `aceite, aceites, lubricantes, pintura, pinturas, resina, resinas, disolvente, disolventes, químicos, productos químicos, ácido, barniz,
      concentrado, miel, betún, adhesivo, aceite de motor`,
    fr: `huile, huiles, lubrifiants, peinture, peintures, résine, résines, solvant, solvants, produits chimiques, acide, vernis, concentré, miel,
      bitume, colle, huile moteur`,
    zh: `油, 润滑油, 机油, 棕榈油, 油漆, 涂料, 树脂, 溶剂, 化学品, 化工品, 酸, 浓缩汁, 蜂蜜, 沥青, 胶水`,
  },
  sack: {
    en: `rice, coffee, sugar, flour, cement, grain, wheat, maize, corn, soy, soya, seed, bean, nut, cocoa, fertiliser, fertilizer, salt, animal feed,
      granulate, pellet, potato, potatoes, onion, garlic, starch, malt, milk powder, cotton, raw cotton, wool, jute, used clothing, rags, waste paper, charcoal,
      plastic granulate, polyethylene, polypropylene, polymer, carbon black, titanium dioxide, urea, lentil, chickpea, peanut, sesame, barley`,
    de: `Reis, Kaffee, Rohkaffee, Kaffeebohnen, Zucker, Mehl, Weizenmehl, Zement, Getreide, Weizen, Mais, Soja, Sojabohnen, Saatgut, Bohnen, Nüsse,
      Erdnüsse, Kakao, Kakaobohnen, Dünger, Düngemittel, Salz, Tierfutter, Futtermittel, Granulat, Kunststoffgranulat, Pellets, Holzpellets, Kartoffeln,
      Zwiebeln, Knoblauch, Stärke, Malz, Milchpulver, Baumwolle, Wolle, Altkleider, Altpapier, Holzkohle, Harnstoff, Linsen, Gerste`,
    es: `arroz, café, café verde, granos de café, azúcar, harina, cemento, grano, granos, trigo, maíz, soja, semillas, frijoles, nueces, cacao, fertilizantes,
      fertilizante, abono, sal, pienso, alimento para animales, granulado, patatas, papas, cebollas, ajo, almidón, leche en polvo, algodón, lana,
      ropa usada, carbón vegetal, lentejas, garbanzos, cebada`,
    fr: `riz, café, café vert, grains de café, sucre, farine, ciment, céréales, blé, maïs, soja, semences, graines, haricots, noix, cacao, engrais, sel,
      aliments pour animaux, granulés, pommes de terre, oignons, ail, amidon, malt, lait en poudre, coton, laine, friperie, charbon de bois, lentilles, orge`,
    zh: `大米, 咖啡, 咖啡豆, 糖, 白糖, 面粉, 水泥, 粮食, 小麦, 玉米, 大豆, 种子, 豆, 坚果, 可可, 化肥, 肥料, 盐, 饲料, 颗粒, 塑料颗粒, 土豆, 洋葱, 大蒜, 淀粉,
      奶粉, 棉花, 羊毛, 旧衣服, 废纸, 木炭, 尿素`,
  },
  crate: {
    en: `fruit, vegetable, apple, orange, tile, marble, granite, glass, stone slab, artwork, painting, sculpture, statue, spare part, bumper, headlight, windscreen,             bus bar, busbar, plywood, live plant, flower`,
    de: `Obst, Gemüse, Äpfel, Orangen, Fliesen, Marmor, Granit, Glas, Steinplatten, Kunstwerke, Gemälde, Skulpturen, Ersatzteile, Ersatzteil,
      Maschinenteile, Motorenteile, Autoteile, Kfz Teile, Sperrholz, Pflanzen, Blumen`,
    es: `fruta, frutas, verduras, hortalizas, manzanas, naranjas, azulejos, baldosas, mármol, granito, vidrio, losas, obras de arte, repuestos, recambios,
      piezas de repuesto, autopartes, piezas de automóvil, madera contrachapada, plantas, flores`,
    fr: `fruits, légumes, pommes, oranges, carrelage, carreaux, marbre, granit, verre, dalles, oeuvres d art, œuvres d'art, tableaux, pièces détachées,
      pièces de rechange, pièces automobiles, pièces auto, contreplaqué, plantes, fleurs`,
    zh: `水果, 蔬菜, 苹果, 橙子, 瓷砖, 大理石, 花岗岩, 玻璃, 石板, 艺术品, 配件, 零件, 零部件, 汽车配件, 汽车零件, 汽车零部件, 胶合板, 植物, 鲜花`,
  },
  roll: {
    en: `fabric, textile, carpet, paper, kraft paper, foil, film, cable, wire, wire rod, wire rope, sheet metal, steel coil, tyre, tire, car tyre, car tire,
      truck tyre, truck tire, tractor tyre, bus tyre, vinyl flooring, geotextile, conveyor belt, nonwoven, glass wool`,
    de: `Stoff, Stoffe, Gewebe, Textilien, Teppich, Teppiche, Papier, Kraftpapier, Folie, Folien, Kabel, Draht, Walzdraht, Drahtseil, Blech, Stahlcoils,
      Reifen, Autoreifen, Lkw Reifen, Förderband, Förderbänder, Vliesstoff`,
    es: `tejido, tejidos, telas, textiles, alfombras, papel, lámina, película, cables, cable, alambre, alambrón, chapa, bobinas de acero, neumáticos,
      llantas, cinta transportadora`,
    fr: `tissu, tissus, textiles, tapis, moquette, papier, film, câble, câbles, fil, fil machine, tôle, bobines d'acier, pneus, pneumatiques,
      bande transporteuse`,
    zh: `布, 布料, 面料, 纺织品, 地毯, 纸, 牛皮纸, 箔, 薄膜, 电缆, 电线, 钢丝, 钢卷, 金属板, 轮胎, 汽车轮胎, 卡车轮胎, 输送带, 无纺布`,
    tr: `rulo sac, kumaş, halı, kablo, lastik, kamyon lastiği, oto lastiği`,
  },
  bundle: {
    en: `timber, lumber, sawn wood, log, plywood, steel pipe, steel tube, pipe, tube, steel bar, rebar, steel beam, aluminium profile, ingot, copper cathode`,
    de: `Holz, Schnittholz, Bauholz, Sperrholz, Stahlrohre, Rohre, Stabstahl, Betonstahl, Stahlträger, Aluminiumprofile, Barren, Kupferkathoden`,
    es: `madera, madera aserrada, madera contrachapada, tubos, tuberías, tubos de acero, barras de acero, vigas, perfiles de aluminio, lingotes`,
    fr: `bois, bois scié, contreplaqué, tubes, tuyaux, tubes d'acier, barres d'acier, poutrelles, profilés d'aluminium, lingots`,
    zh: `木材, 锯材, 原木, 胶合板, 钢管, 管材, 钢筋, 钢材, 型材, 铝型材, 锭, 电解铜`,
  },
  scrap: {
    en: `scrap, scrap metal, metal scrap, steel scrap, iron scrap, copper scrap, aluminium scrap, hms, hms 1, shredded scrap, scrap cable`,
    de: `Schrott, Metallschrott, Stahlschrott, Altmetall, Kupferschrott, Aluminiumschrott`,
    es: `chatarra, chatarra de acero, chatarra de cobre, chatarra de aluminio`,
    fr: `ferraille, ferrailles, déchets de métaux, déchets métalliques`,
    zh: `废金属, 废钢, 废铁, 废铜, 废铝`,
  },
  machinery: {
    en: `machinery, machine, paper machine, printing machine, packing machine, engine, diesel engine, generator, compressor, pump, turbine, transformer, lathe,
      excavator, forklift, bulldozer, boiler, conveyor, combine harvester, crane, oil pump, fuel pump, water pump, coffee roaster,
      flour mill, rice mill, oil press, grain dryer, cement mixer, seed drill, potato harvester, car lift, pallet truck, pallet jack, truck crane`,
    de: `Maschine, Maschinen, Papiermaschine, Druckmaschine, Verpackungsmaschine, Motor, Motoren, Dieselmotor, Generator, Generatoren, Kompressor, Pumpe,
      Pumpen, Turbine, Transformator, Drehmaschine, Bagger, Gabelstapler, Kessel, Förderanlage, Mähdrescher, Kran`,
    es: `maquinaria, máquina, máquinas, máquina de papel, motor, motores, generador, generadores, compresor, bomba, bombas, turbina, transformador, torno,
      excavadora, carretilla elevadora, caldera, grúa`,
    fr: `machine, machines, machine à papier, moteur, moteurs, générateur, groupe électrogène, compresseur, pompe, pompes, turbine, transformateur,       excavatrice, pelleteuse, chariot élévateur, chaudière, grue`,
    zh: `机械, 机器, 造纸机, 印刷机, 发动机, 发电机, 压缩机, 泵, 涡轮机, 变压器, 车床, 挖掘机, 叉车, 推土机, 锅炉, 起重机`,
    pt: `máquina, máquinas, gerador, geradores, compressor, motor, motores, torno, escavadeira, empilhadeira, guindaste, caldeira`,
    tr: `makine, makineler, makina, tezgah, torna tezgahı, jeneratör, jeneratör grubu, kompresör, türbin, transformatör, ekskavatör, forklift,
      buldozer, vinç, kazan`,
    ar: `آلة, آلات, مولد, مولدات, محرك, محركات, حفارة, رافعة`,
    ru: `станок, станки, генератор, генераторы, компрессор, двигатель, двигатели, экскаватор, погрузчик, оборудование`,
  },
  vehicle: {
    en: `vehicle, car, automobile, truck, lorry, lorries, motorcycle, motorbike, scooter, tractor, trailer, van, bus, excavator, forklift,
      bulldozer, combine harvester, truck crane, cement mixer, boat, yacht`,
    de: `Fahrzeug, Fahrzeuge, Auto, Autos, Pkw, Personenwagen, Personenkraftwagen, Gebrauchtwagen, Kraftfahrzeug, Kraftfahrzeuge, Lkw, Lastwagen, Lastkraftwagen, Sattelzugmaschine, Motorrad, Motorräder, Traktor, Traktoren, Anhänger,
      Lieferwagen, Omnibus, Bagger, Gabelstapler, Mähdrescher`,
    es: `vehículo, vehículos, coche, coches, automóvil, automóviles, carro usado, camión, camiones, motocicleta, motocicletas, tractor, tractores, remolque,
      furgoneta, autobús, autobuses, excavadora, carretilla elevadora, barco`,
    fr: `véhicule, véhicules, voiture, voitures, automobile, automobiles, camion, camions, motocyclette, tracteur, tracteurs, remorque, fourgon,
      fourgonnette, autobus, pelleteuse, chariot élévateur, bateau`,
    zh: `车辆, 汽车, 轿车, 二手车, 卡车, 货车, 摩托车, 拖拉机, 挂车, 面包车, 巴士, 挖掘机, 叉车, 推土机, 船`,
    pt: `veículo, veículos, automóvel, automóveis, carro, carros, caminhão, caminhões, motocicleta, motocicletas, moto, motos, trator, tratores, reboque,
      ônibus, autocarro, viatura, viaturas, escavadeira, empilhadeira, barco`,
    tr: `otomobil, otomobiller, araba, arabalar, araç, araçlar, binek araç, kamyon, kamyonlar, kamyonet, motosiklet, motosikletler, traktör, traktörler,
      otobüs, minibüs, römork, çekici, ekskavatör, forklift, tekne`,
    ar: `سيارة, سيارات, السيارات, مركبة, مركبات, شاحنة, شاحنات, دراجة نارية, دراجات نارية, جرار, جرارات, حافلة, حافلات, مقطورة, قارب`,
    ru: `автомобиль, автомобили, автомобиля, автомобилей, легковой автомобиль, грузовик, грузовики, мотоцикл, мотоциклы, мотоциклов, трактор, тракторы,
      прицеп, автобус, автобусы, экскаватор, погрузчик, катер`,
  },
};

/** Words that name packages, or what always comes in them: they count beside an HS code. */
export const packageWords: Readonly<Record<string, string>> = {
  carton: `carton, ctn, ctns, ct, box, boxes, cardboard box, parcel, personal effects, household goods, household effects, removal goods,
    Karton, Kartons, Kartonagen, Schachteln, Pakete, Umzugsgut, Hausrat, persönliche Gegenstände, cartón, cartones, caja, cajas, efectos personales,
    menaje de casa, effets personnels, effets ménagers, ckd, skd, knocked down, 纸箱, 纸盒, 个人物品`,
  pallet: `pallet, plt, plts, palletised, palletized, skid, Palette, Paletten, palettes, palés, palé, paletas, tarimas, 托盘, 栈板`,
  drum: `drum, barrel, keg, jerrican, ibc, Fass, Fässer, Trommel, Trommeln, Kanister, bidones, bidón, tambor, tambores, barriles, fût, fûts, bidons, 桶`,
  sack: `sack, bag, big bag, jumbo bag, bale, Sack, Säcke, Säcken, Beutel, Ballen, saco, sacos, bolsas, fardos, balas, sac, sacs, balles, ballots, 袋, 吨袋, 包装袋, 麻袋`,
  crate: `crate, ckd, skd, knocked down, wooden box, wooden case, Kiste, Kisten, Holzkisten, Verschlag, cajón, cajones, cajas de madera, caisse, caisses, caisses en bois, 木箱, 板条箱`,
  roll: `roll, coil, reel, spool, bobbin, Rolle, Rollen, Coils, Spulen, rollo, rollos, bobinas, rouleau, rouleaux, bobines, 卷, 卷材`,
  bundle: `bundle, Bündel, Bund, atados, haces, fardeau, fardeaux, 捆`,
};

/** Phrases in which words of the classes mean something else that no class shows. */
export const exceptions = `van gogh, van der, van de, car park, engine room, pump room, sugar free, oil free, salt lake, box office, bus stop,
  film studio, box section, roll forming, glass fibre reinforced, paper free`;

/**
 * Descriptions that do not describe the goods. After the idea of the stop words that the EU publishes for entry summary
 * declarations (ICS2; Delegated Regulation (EU) 2015/2446, data element 18 05 000 000); the choice is this project's.
 */
export const vagueDescriptions = `general cargo, general goods, general merchandise, merchandise, goods, cargo, freight, fak, freight all kinds,
  freight of all kinds, all kind of goods, all kinds of goods, all kind of cargo, consolidated, consolidated cargo, consolidated goods, consolidation, consol,
  groupage, mixed cargo, mixed goods, mixed, assorted goods, assorted, various, various goods, miscellaneous, misc, sundries, items, articles, products,
  commodity, commodities, materials, stuff, others, other goods, personal effects, effects, gift, gifts, samples, sample, as per invoice,
  as per attached invoice, as per attached list, as per packing list, as per house bill, as per house bl, as per hbl, house bill, see invoice, see attached, unknown, n a, tba, tbd, lcl, shipment, contents, part, spare part, auto part, machine part, accessories, chemical, chemical product, foodstuff,
  carga geral, mercadorias, diversos, conforme fatura, mercadoria, muhtelif eşya, genel kargo, сборный груз, разное,
  Sammelgut, Sammelladung, Stückgut, Waren, Ware, Handelsware, Diverses, diverse Waren, Güter, persönliche Gegenstände, laut Rechnung, Muster,
  carga general, mercancía, mercancías, mercaderías, mercadería general, carga consolidada, varios, artículos varios, efectos personales, muestras,
  según factura, marchandises, marchandises diverses, marchandise générale, marchandises générales, fret, groupage, divers, effets personnels,
  échantillons, selon facture, 杂货, 普通货物, 一般货物, 货物, 拼箱, 散货, 商品, 物品, 个人物品, 样品, 其他`;

/** Words that declare an empty container. */
export const emptyDeclarations = `empty, empties, mt, mty, no cargo, no goods, nil cargo, without cargo, not laden, unladen, empty equipment, leer, leere, leerer, leeres, nil, empty unit, empty return,
  Leercontainer, ohne Ladung, unbeladen, vacío, vacíos, vacía, sin carga, vazio, vazios, vazia, vazias, sem carga, vuoto, vuoti, vuota, vuote, leeg, lege, boş, порожний, порожние, порожняя,
  пустой, пустые, без груза, فارغ, فارغة, فارغه, vide, vides, sans marchandise, 空箱, 空柜, 空集装箱, 空容器, 空`;

/** Words that may accompany any description and do not describe the goods. */
export const fillerWords = `container, containers, cntr, cont, ctr, equipment, unit, shipper s own, soc, coc, reefer, dry, tank, high cube, hc, hq, gp, dv, dc, ft, feet,
  for, to, of, and, the, in, on, with, per, by, from, as, a, an, x, no, nr, total, stc, said to contain, slac, shipper s load and count, packages, package, pk,
  pkg, pkgs, pieces, pcs, piece, colli, kg, kgs, cbm, repositioning, reposition, repo, positioning, return, returned, returning, depot, terminal, evacuation, pti, done, ok, carrier, agreed, line, owner, off hire, on hire, inspection, inspected,
  cleaned, clean, washed, swept, dried, used, new, zur, für, und, der, die, das, mit, gereinigt, Behälter, Umpositionierung, Rückführung, Rückgabe, gebraucht,
  contenedor, contenedores, para, de, del, la, el, los, las, y, con, limpio, limpiado, reposicionamiento, devolución, retorno, usado, usados,
  conteneur, conteneurs, pour, du, des, le, les, et, avec, nettoyé, propre, repositionnement, retour, usagé,
  contêiner, contêineres, conteiner, reposicionamento, devolução, retirada, limpo, contenitore, contenitori, riposizionamento, leegcontainer,
  konteyner, konteynerler, konteyneri, adet, kullanılmış, контейнер, контейнера, контейнеры, б у, шт, حاوية, حاويات,
  集装箱, 柜, 调运, 回空, 已清洗, 清洁, 件, 箱`;

/** Classes that a model may take for one another: class, taken for, rate. Estimates; none of them was measured. */
export const lookAlikes: readonly (readonly [className: string, takenFor: string, rate: number])[] = [
  ["scrap", "machinery", 0.2],
  ["scrap", "roll", 0.1],
  ["scrap", "vehicle", 0.05],
  ["roll", "drum", 0.05],
  ["drum", "roll", 0.05],
  ["machinery", "vehicle", 0.04],
  ["vehicle", "machinery", 0.04],
  ["machinery", "crate", 0.03],
  ["carton", "crate", 0.05],
  ["crate", "carton", 0.05],
  ["sack", "carton", 0.03],
  ["carton", "sack", 0.03],
  ["bundle", "crate", 0.15],
  ["bundle", "roll", 0.1],
  ["bundle", "pallet", 0.1],
];

/**
 * Parts of whole objects come in cartons and crates: "truck spare parts", "parts for trucks". `before` makes phrases
 * with the object in front, `after` those with it behind.
 */
export const parts: Readonly<Record<Language, { before: string; after: string; wholes: string }>> = {
  en: {
    before: "part, spare part, component, accessory, accessories, body part",
    after: "parts of, parts for, spare parts of, spare parts for, components for, accessories for, parts for motor",
    wholes: `car, auto, automotive, automobile, vehicle, truck, lorry, tractor, motorcycle, motorbike, bus, van, trailer, boat, engine, machine, machinery,
      excavator, forklift, generator, pump, compressor, turbine, crane`,
  },
  de: {
    before: "Teile, Ersatzteile, Zubehör",
    after: "Teile für, Ersatzteile für, Zubehör für",
    wholes:
      "Auto, Autos, Kfz, Pkw, Lkw, Fahrzeuge, Motorräder, Traktoren, Maschinen, Motoren, Bagger, Gabelstapler, Pumpen",
  },
  es: {
    before: "",
    after: "piezas de, piezas para, repuestos de, repuestos para, recambios de, recambios para, accesorios para",
    wholes:
      "coche, coches, automóvil, automóviles, vehículos, camión, camiones, motocicletas, tractores, maquinaria, máquinas, motor, motores, bombas",
  },
  fr: {
    before: "",
    after: "pièces de, pièces pour, pièces détachées de, pièces détachées pour, accessoires pour",
    wholes:
      "voiture, voitures, automobile, automobiles, véhicules, camion, camions, motocyclettes, tracteurs, machine, machines, moteur, moteurs, pompes",
  },
  zh: {
    before: "配件, 零件, 零部件",
    after: "",
    wholes: "汽车, 轿车, 二手车, 卡车, 货车, 车辆, 摩托车, 拖拉机, 挂车, 机械, 机器, 发动机, 发电机, 挖掘机, 叉车, 泵",
  },
};
