/** The transit service of hameseder-2011, its messages as beans. */
@XmlJavaTypeAdapters({
    @XmlJavaTypeAdapter(type = Integer.class, value = StrictInteger.class),
    @XmlJavaTypeAdapter(type = Boolean.class, value = StrictBoolean.class),
})
package wirefare.data.transit;

import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapters;
import wirefare.data.StrictBoolean;
import wirefare.data.StrictInteger;
